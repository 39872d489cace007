import { z } from "zod";
import { GiftRule, GiftRuleWrite } from "../../backoffice/gifts.ts";
import {
  CategoryDeletion,
  CategoryPlace,
  CategoryTree,
  CategoryUsage,
  DeleteCategory,
  MergeTerms,
  TaxonomyOrder,
  TermMerge,
} from "../../backoffice/taxonomies.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const shared = { access: "staff", permission: "products.edit", tag: "Back office: categories" } as const;

/** What `wc/v3` lacks for categories, attributes and terms. */
export const staffTaxonomyEndpoints = {
  moveCategory: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${backOfficeApi}/categories/{id}/move`,
    summary: "Move a category within the tree, with those below it; 400 if that would create a cycle",
    body: CategoryPlace,
    response: CategoryTree,
  }),
  readCategoryUsage: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${backOfficeApi}/categories/{id}/usage`,
    summary: "Count the products of a category, those without another one, and the categories below it",
    response: CategoryUsage,
  }),
  deleteCategory: defineEndpoint({
    ...shared,
    method: "POST",
    requiresVersion: true,
    path: `${backOfficeApi}/categories/{id}/delete`,
    summary: "Delete a category and move its products to another one; can be undone for 10 seconds",
    body: DeleteCategory,
    response: CategoryDeletion,
  }),
  undoCategoryDeletion: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${backOfficeApi}/category-deletions/{id}/undo`,
    summary: "Restore a deleted category with its place and products; 410 after 10 seconds",
    response: z.object({ id: z.int() }),
  }),
  orderAttributes: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${backOfficeApi}/attributes/order`,
    summary: "Bring all attributes in an order; 409 if the list is not complete",
    body: TaxonomyOrder,
    response: TaxonomyOrder,
  }),
  orderTerms: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${backOfficeApi}/attributes/{attribute_id}/terms/order`,
    summary: "Bring all terms of an attribute in an order; 409 if the list is not complete",
    body: TaxonomyOrder,
    response: TaxonomyOrder,
  }),
  mergeTerms: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${backOfficeApi}/terms/merge`,
    summary: "Preview or do a merge of two terms; 409 if it would make two variations equal",
    body: MergeTerms,
    response: TermMerge,
  }),
};

const gifts = { ...shared, tag: "Back office: free gifts" } as const;

/** Free gifts and their rules. */
export const giftEndpoints = {
  listGifts: defineEndpoint({
    ...gifts,
    method: "GET",
    path: `${backOfficeApi}/gifts`,
    summary: "List the free gifts with their rules, at most 500",
    response: z.array(GiftRule),
  }),
  createGift: defineEndpoint({
    ...gifts,
    method: "POST",
    path: `${backOfficeApi}/gifts`,
    summary: "Create a free gift with its rule",
    body: GiftRuleWrite,
    response: GiftRule,
    status: 201,
  }),
  updateGift: defineEndpoint({
    ...gifts,
    method: "PUT",
    requiresVersion: true,
    path: `${backOfficeApi}/gifts/{slug}`,
    summary: "Replace a free gift and its rule; orders keep what they were promised",
    body: GiftRuleWrite,
    response: GiftRule,
  }),
  deleteGift: defineEndpoint({
    ...gifts,
    method: "DELETE",
    requiresVersion: true,
    path: `${backOfficeApi}/gifts/{slug}`,
    summary: "Delete a free gift; orders keep what they were promised",
    response: GiftRule,
  }),
};

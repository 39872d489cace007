import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import {
  Attribute,
  Category,
  CategoryListQuery,
  FilteredListQuery,
  Product,
  ProductList,
  Term,
  Variation,
} from "../catalog.ts";
import { ProductsQuery, VariationsQuery } from "../woo/product-query.ts";
import { Single } from "../woo/query.ts";
import { AttributesQuery, CategoriesQuery, TermsQuery } from "../woo/taxonomy-query.ts";

const lists = "Product lists";

/** The storefront's two product lists of a category: by date, and sorted or filtered. */
export const listEndpoints = {
  categoryList: defineEndpoint({
    method: "GET",
    path: "/wp-json/product-category/v1/list/",
    access: "anyone",
    tag: lists,
    priority: "cached",
    summary: "List the products of a category, newest first",
    query: CategoryListQuery,
    response: ProductList,
  }),
  filteredList: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom/v1/products/",
    access: "anyone",
    tag: lists,
    priority: "cached",
    summary: "List the products of a category, sorted or filtered",
    query: FilteredListQuery,
    response: ProductList,
  }),
};

const products = "Products";

export const productReads = {
  products: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products",
    access: "key",
    permission: "any",
    tag: products,
    priority: "cached",
    summary: "List products",
    query: ProductsQuery,
    response: z.array(Product),
  }),
  product: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/{id}",
    access: "key",
    permission: "any",
    tag: products,
    priority: "cached",
    summary: "Get a product",
    query: Single,
    response: Product,
  }),
  variations: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/{product_id}/variations",
    access: "key",
    permission: "any",
    tag: "Variations",
    priority: "cached",
    summary: "List the variations of a product",
    query: VariationsQuery,
    response: z.array(Variation),
  }),
  variation: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/{product_id}/variations/{id}",
    access: "key",
    permission: "any",
    tag: "Variations",
    priority: "cached",
    summary: "Get a variation",
    query: Single,
    response: Variation,
  }),
};

const attributes = "Attributes and terms";

/** The taxonomies of products: categories, attributes and their terms. */
export const taxonomyReads = {
  categories: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/categories",
    access: "key",
    permission: "any",
    tag: "Categories",
    priority: "cached",
    summary: "List categories",
    query: CategoriesQuery,
    response: z.array(Category),
  }),
  category: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/categories/{id}",
    access: "key",
    permission: "any",
    tag: "Categories",
    priority: "cached",
    summary: "Get a category",
    query: Single,
    response: Category,
  }),
  attributes: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes",
    access: "key",
    permission: "any",
    tag: attributes,
    priority: "cached",
    summary: "List all attributes",
    query: AttributesQuery,
    response: z.array(Attribute),
  }),
  attribute: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes/{id}",
    access: "key",
    permission: "any",
    tag: attributes,
    priority: "cached",
    summary: "Get an attribute",
    query: Single,
    response: Attribute,
  }),
  terms: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes/{attribute_id}/terms",
    access: "key",
    permission: "any",
    tag: attributes,
    priority: "cached",
    summary: "List the terms of an attribute",
    query: TermsQuery,
    response: z.array(Term),
  }),
  term: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes/{attribute_id}/terms/{id}",
    access: "key",
    permission: "any",
    tag: attributes,
    priority: "cached",
    summary: "Get a term",
    query: Single,
    response: Term,
  }),
};

import { z } from "zod";
import { boolean, collection, integer, Single, sortOrder, text } from "./query.ts";

const shared = {
  ...collection,
  order: sortOrder("asc"),
  orderby: z
    .enum(["id", "include", "name", "slug", "term_group", "description", "count", "menu_order"])
    .default("name"),
  hide_empty: boolean.default(false),
  product: integer.optional(),
  slug: z.preprocess((value) => (Array.isArray(value) ? value.join(",") : value), text).optional(),
};

/** `GET wc/v3/products/categories` */
export const CategoriesQuery = z.object({ ...shared, parent: integer.optional() });
export type CategoriesQuery = z.output<typeof CategoriesQuery>;

/** `GET wc/v3/products/tags` */
export const TagsQuery = z.object(shared);
export type TagsQuery = z.output<typeof TagsQuery>;

/** `GET wc/v3/products/attributes`: not paginated */
export const AttributesQuery = Single;

/** `GET wc/v3/products/attributes/{id}/terms` */
export const TermsQuery = z.object({
  ...shared,
  /** extension: slug of a category; only terms that a product of the category has */
  category: text.optional(),
});
export type TermsQuery = z.output<typeof TermsQuery>;

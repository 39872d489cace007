import { z } from "zod";
import { boolean, collection, idList, integer, moment, sortOrder, text } from "./query.ts";

/** Parameters that products and variations share. */
const shared = {
  ...collection,
  order: sortOrder("desc"),
  orderby: z
    .enum(["date", "id", "include", "title", "slug", "modified", "price", "popularity", "rating", "menu_order"])
    .default("date"),
  status: z.enum(["any", "draft", "pending", "private", "publish", "future", "trash"]).default("any"),
  slug: text.optional(),
  sku: text.optional(),
  on_sale: boolean.optional(),
  stock_status: z.enum(["instock", "outofstock", "onbackorder"]).optional(),
  min_price: integer.optional(),
  max_price: integer.optional(),
  after: moment.optional(),
  before: moment.optional(),
  modified_after: moment.optional(),
  modified_before: moment.optional(),
  dates_are_gmt: boolean.default(false),
};

/** `GET wc/v3/products/{id}/variations` */
export const VariationsQuery = z.object(shared);
export type VariationsQuery = z.output<typeof VariationsQuery>;

/** `GET wc/v3/products` */
export const ProductsQuery = z.object({
  ...shared,
  type: z.enum(["simple", "grouped", "external", "variable"]).optional(),
  search_sku: text.optional(),
  featured: boolean.optional(),
  virtual: boolean.optional(),
  downloadable: boolean.optional(),
  category: idList.optional(),
  tag: idList.optional(),
  attribute: text.optional(),
  attribute_term: idList.optional(),
  parent: idList.optional(),
  parent_exclude: idList.optional(),
});
export type ProductsQuery = z.output<typeof ProductsQuery>;

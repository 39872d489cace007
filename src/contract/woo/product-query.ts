import { z } from "zod";
import { dong } from "../money.ts";
import { boolean, collection, idList, integer, moment, sortOrder, text } from "./query.ts";

/** A price limit: "500000" or "500000.00". Prices are whole đồng. */
const amount = (whole: (price: number) => number) =>
  z
    .string()
    .trim()
    .max(20)
    .regex(/^\d+(\.\d*)?$/, { error: "must be a number." })
    .transform((text) => whole(Number(text)))
    .pipe(z.number().max(1e15))
    .transform(dong)
    .optional();

/** Parameters shared by products and variations. */
const shared = {
  ...collection,
  order: sortOrder("desc"),
  orderby: z
    .enum(["date", "id", "include", "title", "slug", "modified", "price", "popularity", "rating", "menu_order"])
    .default("date"),
  status: z.enum(["any", "draft", "pending", "private", "publish", "future", "trash"]).default("any"),
  slug: text.optional(),
  /** comma-separated list of SKUs */
  sku: z.string().max(8_000).optional(),
  /** comma-separated list of GTINs */
  global_unique_id: z.string().max(8_000).optional(),
  on_sale: boolean.optional(),
  stock_status: z.enum(["instock", "outofstock", "onbackorder"]).optional(),
  min_price: amount(Math.ceil),
  max_price: amount(Math.floor),
  after: moment.optional(),
  before: moment.optional(),
  modified_after: moment.optional(),
  modified_before: moment.optional(),
  dates_are_gmt: boolean.default(false),
};

/** `GET wc/v3/products/{id}/variations` */
export const VariationsQuery = z.object(shared);
export type VariationsQuery = z.output<typeof VariationsQuery>;

const productType = z.enum(["simple", "grouped", "external", "variable"]);
const productStatus = z.enum(["any", "draft", "pending", "private", "publish", "future", "trash"]);
const listOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((list) => (typeof list === "string" ? list.split(",") : list), z.array(value)).optional();

/** `GET wc/v3/products` */
export const ProductsQuery = z.object({
  ...shared,
  type: productType.optional(),
  include_types: listOf(productType),
  exclude_types: listOf(productType),
  include_status: listOf(productStatus),
  exclude_status: listOf(productStatus),
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
  /** not of WooCommerce: the id of a product, published or not, whose first visible category the products are in */
  same_category_as: integer.pipe(z.int().min(1).max(2_147_483_647)).optional(),
});
export type ProductsQuery = z.output<typeof ProductsQuery>;

import { z } from "zod";
import { Variation } from "../catalog.ts";
import { WriteVariationCost } from "./cost.ts";
import { OneImage } from "./one-image.ts";
import {
  unsupported,
  clearedByNull,
  parcel,
  prices,
  productFieldPermissions,
  storagePlace,
  translationsOf,
  virtual,
} from "./product.ts";
import { wooWrites } from "./resource.ts";
import { maxText, WriteBoolean, WriteId, WriteInteger, WriteMeta } from "./write.ts";
import { writeBody } from "./write-body.ts";

/** An attribute of the product by id, slug or name, and the name of a term; "" means any term. */
const WriteVariationAttribute = z.object({
  id: WriteId.optional(),
  slug: z.string().trim().max(100).optional(),
  name: z.string().trim().max(100).optional(),
  option: z.string().trim().max(200).optional(),
});
export type WriteVariationAttribute = z.output<typeof WriteVariationAttribute>;

const texts = { description: z.string().max(maxText) };

const shape = {
  ...texts,
  ...prices,
  ...parcel,
  tax_class: z.enum(["parent", ...prices.tax_class.options]),
  virtual,
  downloadable: unsupported.downloadable,
  downloads: unsupported.downloads,
  sku: z.string().trim().max(100),
  global_unique_id: z.string().trim().max(50),
  status: z.enum(["draft", "pending", "private", "publish"]),
  manage_stock: z
    .union([z.literal("parent"), WriteBoolean])
    .describe(
      "true: the variation has stock of its own. parent: it uses the product's stock; so does false, where the product manages stock.",
    ),
  stock_quantity: WriteInteger.pipe(z.int().min(0)),
  /** added to the stock quantity if that is not sent */
  inventory_delta: WriteInteger,
  stock_status: z.enum(["instock", "outofstock"]),
  backorders: z.enum(["no"]),
  low_stock_amount: WriteInteger.pipe(z.int().min(0)).nullable(),
  image: OneImage,
  attributes: z
    .array(WriteVariationAttribute)
    .max(20)
    .describe(
      "All attributes of the variation, each by id, slug or name, with the name of a term. An attribute that is missing, or whose option is empty, stays unset: such a variation is stored, but cannot be bought until every variation attribute of the product is set. A term that the product does not offer yet is added to its options. Two variations cannot have the same attributes.",
    ),
  menu_order: WriteInteger,
  meta_data: WriteMeta,
  translations: translationsOf(texts),
  shares_stock_with: WriteId.describe(
    "The id of a variation of the same product: both sell the same units. 0: stock of its own, of which stock_quantity is then required. Takes precedence over the other fields of the stock.",
  ),
  cost_of_goods_sold: WriteVariationCost.nullable(),
  storage_place: storagePlace,
};

type OptionalSchemas<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };
const optional = z.object(shape).partial().shape as OptionalSchemas<typeof shape>;

const datesOfSale = ["date_on_sale_from", "date_on_sale_from_gmt", "date_on_sale_to", "date_on_sale_to_gmt"] as const;
const nullable = [...datesOfSale, "low_stock_amount", "cost_of_goods_sold"] as const;

/** `POST wc/v3/products/{product_id}/variations`: no field is required, as in WooCommerce. */
export const VariationCreate = writeBody({ ...optional, id: WriteId.optional() }, nullable, clearedByNull);
/** `PUT …/{id}`: accepts a whole response of a read; read-only fields are ignored. */
export const VariationUpdate = writeBody(
  { ...optional, status: z.enum([...shape.status.options, "trash"]).optional() },
  nullable,
  clearedByNull,
);
export type VariationBody = z.output<typeof VariationUpdate>;

export const variationWrites = wooWrites({
  path: "/wp-json/wc/v3/products/{product_id}/variations",
  tag: "Variations",
  name: "variation",
  permission: "products.edit",
  createPermission: "prices.edit",
  fieldPermissions: productFieldPermissions,
  create: VariationCreate,
  update: VariationUpdate,
  response: Variation,
});

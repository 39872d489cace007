import { z } from "zod";
import { Variation } from "../catalog.ts";
import { OneImage } from "./one-image.ts";
import { absent, emptied, parcel, prices, translationsOf } from "./product.ts";
import { wooWrites } from "./resource.ts";
import { maxText, WriteBoolean, WriteId, WriteInteger, WriteMeta } from "./write.ts";
import { writeBody } from "./write-body.ts";

/** One choice: an attribute of the product by id, slug or name, and the name of a term. "" is any of them. */
const WriteChoice = z.object({
  id: WriteId.optional(),
  slug: z.string().trim().max(100).optional(),
  name: z.string().trim().max(100).optional(),
  option: z.string().trim().max(200).optional(),
});
export type WriteChoice = z.output<typeof WriteChoice>;

const texts = { description: z.string().max(maxText) };

const shape = {
  ...texts,
  ...prices,
  ...parcel,
  tax_class: z.enum(["parent", ...prices.tax_class.options]),
  virtual: absent.virtual,
  downloadable: absent.downloadable,
  downloads: absent.downloads,
  sku: z.string().trim().max(100),
  global_unique_id: z.string().trim().max(50),
  status: z.enum(["draft", "pending", "private", "publish"]),
  manage_stock: z
    .union([z.literal("parent"), WriteBoolean])
    .describe("true: pieces of its own are counted. parent: the product's pieces; false as well, where it counts any."),
  stock_quantity: WriteInteger.pipe(z.int().min(0)),
  /** added to the quantity, where none is given */
  inventory_delta: WriteInteger,
  stock_status: z.enum(["instock", "outofstock"]),
  backorders: z.enum(["no"]),
  low_stock_amount: WriteInteger.pipe(z.int().min(0)).nullable(),
  image: OneImage,
  attributes: z
    .array(WriteChoice)
    .max(20)
    .describe(
      "All choices of the variation, each an attribute of the product (id, slug or name) and the name of a term. An attribute that is missing, or whose option is empty, is left open: such a variation is kept, and cannot be bought until every attribute that the product is chosen by is named. A term that the product does not offer yet is added to what it offers. Two variations cannot have the same choices.",
    ),
  menu_order: WriteInteger,
  meta_data: WriteMeta,
  translations: translationsOf(texts),
};

type Optional<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };
const optional = z.object(shape).partial().shape as Optional<typeof shape>;

const datesOfSale = ["date_on_sale_from", "date_on_sale_from_gmt", "date_on_sale_to", "date_on_sale_to_gmt"] as const;
const nullable = [...datesOfSale, "low_stock_amount"] as const;

/** `POST wc/v3/products/{product_id}/variations`: nothing is required, as in WooCommerce. */
export const VariationCreate = writeBody({ ...optional, id: WriteId.optional() }, nullable, emptied);
/** `PUT …/{id}`: a read's whole answer may be sent back; what is read-only is ignored. */
export const VariationUpdate = writeBody(
  { ...optional, status: z.enum([...shape.status.options, "trash"]).optional() },
  nullable,
  emptied,
);
export type VariationBody = z.output<typeof VariationUpdate>;

export const variationWrites = wooWrites({
  path: "/wp-json/wc/v3/products/{product_id}/variations",
  tag: "Variations",
  name: "variation",
  create: VariationCreate,
  update: VariationUpdate,
  response: Variation,
});

import { z } from "zod";
import { Product } from "../catalog.ts";
import { WriteCost } from "./cost.ts";
import { ProductSpecifications } from "./specifications.ts";
import { wooWrites } from "./resource.ts";
import { DateText, maxText, PriceText, WriteBoolean, WriteId, WriteInteger, WriteMeta } from "./write.ts";
import { writeBody } from "./write-body.ts";

const toList = (value: unknown): unknown => (typeof value === "string" ? value.split(/[,|]/).filter(Boolean) : value);

/** A feature that this shop lacks: clients send its empty value along, any other value is rejected. */
const mustBeEmptyList = (what: string) =>
  z.array(z.unknown()).max(0, { error: `must be empty: this shop has no ${what}.` });
const mustBeFalse = (why: string) => WriteBoolean.refine((value) => !value, { error: `must be false: ${why}.` });
export const emptyText = (why: string) => z.string().max(0, { error: `must be empty: ${why}.` });

/** A measurement as a string, as in WooCommerce; "" and 0 mean none. Parses to a number or null. */
const measure = (pattern: RegExp, unit: string) =>
  z
    .string()
    .trim()
    .regex(pattern, { error: `must be a number of ${unit} as a text, or empty for none.` })
    .transform((text) => Number(text) || null);
const Grams = measure(/^(\d{1,7}(\.\d{1,2})?)?$/, "grams");
const Millimetres = measure(/^(\d{1,6}(\.0+)?)?$/, "whole millimetres");

const Ids = z.preprocess(toList, z.array(WriteId).max(100));
const Text = z.string().max(maxText);
const Name = z.string().trim().max(500);

/** Texts in both languages. */
export const translationsOf = <Texts extends z.ZodRawShape>(texts: Texts) =>
  z.object({ vi: z.object(texts).partial().optional(), en: z.object(texts).partial().optional() });

/** An existing image by id, or one to download by URL. The id takes precedence. */
export const WriteImage = z.object({
  id: WriteId.optional(),
  src: z.string().trim().max(2000).optional(),
  name: z.string().trim().max(200).optional(),
  alt: z.string().trim().max(500).optional(),
  translations: translationsOf({ alt: z.string().trim().max(500) }).optional(),
  /** false: the text is a proposal; default: true where an alternative text is sent */
  alt_confirmed: WriteBoolean.optional(),
});
export type WriteImage = z.output<typeof WriteImage>;

/** A global attribute by id, or a custom one of this product by name; `options` are term names. */
const WriteAttribute = z.object({
  id: WriteId.optional(),
  name: z.string().trim().max(100).optional(),
  position: WriteInteger.pipe(z.int().min(0).max(1000)).optional(),
  visible: WriteBoolean.optional(),
  variation: WriteBoolean.optional(),
  options: z.preprocess(toList, z.array(z.string().trim().max(200)).max(200)).optional(),
});
export type WriteAttribute = z.output<typeof WriteAttribute>;

const Default = z.object({
  id: WriteId.optional(),
  name: z.string().trim().max(100).optional(),
  option: z.string().trim().max(200),
});

export const prices = {
  regular_price: PriceText,
  sale_price: PriceText,
  date_on_sale_from: DateText,
  date_on_sale_from_gmt: DateText,
  date_on_sale_to: DateText,
  date_on_sale_to_gmt: DateText,
  tax_status: z.enum(["taxable", "shipping", "none"]),
  tax_class: z.enum(["", "standard", "reduced-rate", "zero-rate"]),
};

const stock = {
  manage_stock: WriteBoolean,
  stock_quantity: WriteInteger.pipe(z.int().min(0)),
  /** added to the stock quantity if that is not sent */
  inventory_delta: WriteInteger,
  stock_status: z.enum(["instock", "outofstock"]),
  backorders: z.enum(["no"]),
  low_stock_amount: WriteInteger.pipe(z.int().min(0)).nullable(),
  sold_individually: WriteBoolean,
};

/** Nothing is sent: neither weight nor shipping cost. */
export const virtual = WriteBoolean;

export const parcel = {
  weight: Grams,
  dimensions: z.object({ length: Millimetres, width: Millimetres, height: Millimetres }).partial(),
  shipping_class: emptyText("this shop has no shipping classes"),
};

/** Fields of features that this shop lacks, accepted only with their empty value. */
export const unsupported = {
  downloadable: mustBeFalse("there is nothing to download here"),
  downloads: mustBeEmptyList("downloads"),
  grouped_products: mustBeEmptyList("grouped products"),
  brands: mustBeEmptyList("brands"),
  parent_id: WriteId.refine((id) => id === 0, { error: "must be 0: products have no parent here." }),
  post_password: emptyText("pages of products have no password"),
};

const shopFields = {
  care_group: z.enum(["silver", "vermeil", "pearl", "delicate_stone"]).nullable(),
  adjustable: WriteBoolean,
  /** the product's own gift; null or "" uses the category's */
  gift_slug: z.string().trim().max(200).nullable(),
};

/** where the stock is stored: tray, drawer; packers and counts see it */
export const storagePlace = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u, { error: "must be one line." });

const texts = { name: Name, description: Text, short_description: Text, purchase_note: Text };
/** what search engines show; "" follows the name and the short description */
const searchTexts = { seo_title: z.string().trim().max(200), seo_description: z.string().trim().max(500) };

/** Texts whose English version may be missing or outdated. */
export const translatedTexts = ["name", "short_description", "description"] as const;
export type TranslatedText = (typeof translatedTexts)[number];

const fields = z
  .object({
    ...texts,
    slug: z.string().trim().max(200),
    date_created: DateText,
    date_created_gmt: DateText,
    type: z.enum(["simple", "variable"]),
    status: z.enum(["draft", "pending", "private", "publish", "future"]),
    featured: WriteBoolean,
    catalog_visibility: z.enum(["visible", "catalog", "search", "hidden"]),
    sku: z.string().trim().max(100),
    global_unique_id: z
      .string()
      .trim()
      .max(50)
      .regex(/^[\dXx-]*$/, { error: "must be a GTIN, UPC, EAN or ISBN: digits and hyphens." }),
    ...prices,
    ...stock,
    ...parcel,
    virtual,
    ...unsupported,
    ...shopFields,
    reviews_allowed: WriteBoolean,
    upsell_ids: Ids,
    cross_sell_ids: Ids,
    categories: z.array(z.object({ id: WriteId })).max(50),
    tags: z.array(z.object({ id: WriteId.optional(), name: z.string().trim().max(200).optional() })).max(100),
    images: z.array(WriteImage).max(50),
    attributes: z.array(WriteAttribute).max(50),
    default_attributes: z.array(Default).max(50),
    menu_order: WriteInteger,
    meta_data: WriteMeta,
    translations: translationsOf({ ...texts, ...searchTexts }),
    /** texts whose English version is right as it is */
    confirmed_translations: z.array(z.enum(translatedTexts)),
    specifications: ProductSpecifications.nullable(),
    cost_of_goods_sold: WriteCost.nullable(),
    storage_place: storagePlace,
  })
  .partial().shape;

/** Fields for which null is a value; for all others null means not sent. */
const nullable = [
  "date_on_sale_from",
  "date_on_sale_from_gmt",
  "date_on_sale_to",
  "date_on_sale_to_gmt",
  "low_stock_amount",
  "care_group",
  "gift_slug",
  "specifications",
  "cost_of_goods_sold",
] as const;

/** Fields that null clears, like "". */
export const clearedByNull = ["regular_price", "sale_price", "sku", "global_unique_id"] as const;

/** `POST wc/v3/products`: no field is required, as in WooCommerce. */
export const ProductCreate = writeBody({ ...fields, id: WriteId.optional() }, nullable, clearedByNull);
export type ProductCreate = z.output<typeof ProductCreate>;

/** `PUT wc/v3/products/{id}`: accepts a whole response of a read; read-only fields are ignored. */
export const ProductUpdate = writeBody(
  { ...fields, status: z.enum(["draft", "pending", "private", "publish", "future", "trash"]).optional() },
  nullable,
  clearedByNull,
);
export type ProductUpdate = z.output<typeof ProductUpdate>;

/** What a role that may edit products needs in addition for these fields. */
export const productFieldPermissions = {
  status: "prices.edit",
  regular_price: "prices.edit",
  sale_price: "prices.edit",
  date_on_sale_from: "prices.edit",
  date_on_sale_from_gmt: "prices.edit",
  date_on_sale_to: "prices.edit",
  date_on_sale_to_gmt: "prices.edit",
  manage_stock: "stock.edit",
  stock_quantity: "stock.edit",
  inventory_delta: "stock.edit",
  stock_status: "stock.edit",
  shares_stock_with: "stock.edit",
  cost_of_goods_sold: "costs.view",
} as const;

export const productWrites = wooWrites({
  path: "/wp-json/wc/v3/products",
  tag: "Products",
  name: "product",
  permission: "products.edit",
  // without a status a new product is published
  createPermission: "prices.edit",
  fieldPermissions: productFieldPermissions,
  create: ProductCreate,
  update: ProductUpdate,
  response: Product,
});

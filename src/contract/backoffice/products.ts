import { z } from "zod";
import { Picture } from "../catalog.ts";
import { DongAmount } from "../field-schemas.ts";
import { integer, text } from "../woo/query.ts";
import { translatedTexts } from "../woo/product.ts";
import { PriceText } from "../woo/write.ts";
import { productTabs } from "../product-tabs.ts";

/** `GET product-lists` */
export const ProductListQuery = z.object({
  tab: z.enum(productTabs).default("all"),
  /** words of the name, or a part of a SKU or barcode */
  search: text.optional(),
  category: integer.optional(),
  page: integer.pipe(z.int().min(1).max(100_000)).default(1),
  per_page: integer.pipe(z.int().min(1).max(100)).default(25),
});
export type ProductListQuery = z.output<typeof ProductListQuery>;

/** The stock of a product or variation. Equal `stock_id`: the same units. */
const SheetStock = z.object({
  stock_id: z.int(),
  managed: z.boolean(),
  /** of unmanaged stock 1 (in stock) or 0 */
  quantity: z.int(),
});

/** What can be edited in the list: of a product, or of a variation. */
const SheetCells = SheetStock.extend({
  sku: z.string(),
  regular_price: DongAmount.nullable(),
  /** as set by the merchant, in force or not */
  sale_price: DongAmount.nullable(),
});

export const ProductSheetVariation = SheetCells.extend({
  id: z.int(),
  status: z.string(),
  /** "52 mm, Hộp quà" */
  options: z.string(),
});
export type ProductSheetVariation = z.infer<typeof ProductSheetVariation>;

export const ProductListRow = SheetCells.extend({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  type: z.enum(["simple", "variable"]),
  status: z.string(),
  /** ISO, UTC; of a scheduled product: when it is published */
  created_at: z.string(),
  modified_at: z.string(),
  image: Picture.nullable(),
  categories: z.array(z.string()),
  /** lowest and highest price in force, null without any */
  price: z.object({ low: DongAmount, high: DongAmount, regular: DongAmount.nullable() }).nullable(),
  /** summed over all stock of the product; null where none is counted */
  stock: z.int().nullable(),
  in_stock: z.boolean(),
  /** texts without a current English version */
  english_lacks: z.array(z.enum(translatedTexts)),
  variations: z.array(ProductSheetVariation),
});
export type ProductListRow = z.infer<typeof ProductListRow>;

export const StaffProductList = z.object({
  rows: z.array(ProductListRow),
  /** number of products by tab, without the search */
  counts: z.record(z.enum(productTabs), z.int()),
});
export type StaffProductList = z.infer<typeof StaffProductList>;

const Id = z.int().min(1).max(2_147_483_647);
const Units = z.int().min(-1_000_000).max(1_000_000);

/** One change of the sheet. Stock is a difference, together with the quantity from which the person started. */
export const SheetChange = z.object({
  product_id: Id,
  variation_id: Id.optional(),
  regular_price: PriceText.optional(),
  sale_price: PriceText.optional(),
  inventory_delta: Units.optional(),
  seen_quantity: z.int().min(0).max(2_147_483_647).optional(),
  /** the prices from which the person started: the change is rejected if another person changed one that it changes too */
  seen_regular_price: DongAmount.nullable().optional(),
  seen_sale_price: DongAmount.nullable().optional(),
});
export type SheetChange = z.output<typeof SheetChange>;

/** `POST product-sheet` */
export const ProductSheet = z.object({
  changes: z.array(SheetChange).min(1).max(200),
  /** true: returns the results without storing anything */
  dry_run: z.boolean().default(false),
});

const SheetValues = z.object({
  regular_price: DongAmount.nullable(),
  sale_price: DongAmount.nullable(),
  quantity: z.int(),
});

/** The result of one change, in the order of the request. */
export const SheetResult = z.object({
  product_id: z.int(),
  variation_id: z.int().nullable(),
  applied: z.boolean(),
  /** why it was rejected */
  error: z.object({ code: z.string(), message: z.string(), field: z.string().nullable() }).nullable(),
  before: SheetValues.nullable(),
  after: SheetValues.nullable(),
  /** units sold (positive) or added since `seen_quantity` was read */
  sold_meanwhile: z.int(),
});
export type SheetResult = z.infer<typeof SheetResult>;

/** `GET products/{id}/usage` */
export const ProductUsage = z.object({
  /** orders that contain the product, and each of its variations */
  orders: z.int(),
  variations: z.array(z.object({ id: z.int(), orders: z.int() })),
  /** carts that contain it now */
  carts: z.int(),
});
export type ProductUsage = z.infer<typeof ProductUsage>;

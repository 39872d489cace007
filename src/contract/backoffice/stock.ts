import { z } from "zod";
import { DongAmount, SingleLine } from "../field-schemas.ts";
import { dateTime } from "../woo/query.ts";
import { adjustmentReasons, stockReasons } from "./stock-reasons.ts";

/** ISO, UTC */
const Time = z.string();
const Id = z.coerce.number().int().min(1).max(999_999_999);

/**
 * What a stock belongs to: a simple product, a variation with a stock of its own, or the variations of a product that share it.
 * Names are in the language of the request.
 */
export const StockItem = z.object({
  stock_id: z.int(),
  product_id: z.int(),
  /** null for a simple product, and where several variations share the stock */
  variation_id: z.int().nullable(),
  name: z.string(),
  /** options of the variation, "" without one */
  option: z.string(),
  /** of the variation, else of the product */
  sku: z.string(),
  /** SKUs and barcodes by which a scan finds it */
  codes: z.array(z.string()),
  /** path of a small image */
  image: z.string().nullable(),
  quantity: z.int(),
  /** false: only in or out of stock, not counted */
  managed: z.boolean(),
});
export type StockItem = z.infer<typeof StockItem>;

export const MovementsQuery = z.object({
  stock: Id.optional(),
  /** all stocks of a product */
  product: Id.optional(),
  order: Id.optional(),
  count: Id.optional(),
  receipt: Id.optional(),
  reason: z.enum(stockReasons).optional(),
  /** first and last moment, ISO */
  from: dateTime.optional(),
  to: dateTime.optional(),
  /** the last id of the previous page */
  before: z.coerce.number().int().min(1).optional(),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
});

export const StockActor = z.object({
  /** `staff:3`, `key:2`, `customer:1001` (`customer` for roles without `customers.view`), `command line`, `gateway`, `job` */
  id: z.string(),
  /** name of the person or description of the key */
  name: z.string().nullable(),
});

/** One change of a stock. */
export const StockMovement = z.object({
  id: z.int(),
  at: Time,
  stock_id: z.int(),
  /** null if the item was deleted */
  item: StockItem.nullable(),
  quantity: z.int(),
  old_stock: z.int(),
  new_stock: z.int(),
  reason: z.enum(stockReasons),
  order_id: z.int().nullable(),
  count_id: z.int().nullable(),
  receipt_id: z.int().nullable(),
  file: z.string().nullable(),
  note: z.string().nullable(),
  /** null: unknown */
  actor: StockActor.nullable(),
});
export type StockMovement = z.infer<typeof StockMovement>;

export const StockItemsQuery = z.object({
  /** SKU or barcode, as scanned */
  code: z.string().trim().max(200).optional(),
  /** words of the name, or the beginning of a SKU */
  search: z.string().trim().max(200).optional(),
  /** stock ids */
  include: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
    .optional(),
});

/** A change that a staff member makes, and why. */
export const StockAdjustment = z.object({
  stock_id: z.int().min(1).max(999_999_999),
  quantity: z
    .int()
    .min(-100_000)
    .max(100_000)
    .refine((units) => units !== 0),
  reason: z.enum(adjustmentReasons),
  note: SingleLine(200).default(""),
});

export const StockPageQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
});

export const LowStockQuery = StockPageQuery.extend({
  /** the entries that are muted, instead of the others */
  muted: z.stringbool().default(false),
});

/** An item at or below its threshold. */
export const LowStockEntry = z.object({
  item: StockItem,
  threshold: z.int(),
  /** the item's own threshold; null: the shop's */
  own_threshold: z.int().nullable(),
  /** units sold less those returned, in the last 30 days */
  sold: z.int(),
  /** at that rate; null without sales */
  days_left: z.number().nullable(),
  muted_until: Time.nullable(),
  /** of threshold and mute, for `If-Match` */
  version: z.string(),
});
export type LowStockEntry = z.infer<typeof LowStockEntry>;

export const LowStockUpdate = z.object({
  /** null: the shop's */
  threshold: z.int().min(0).max(100_000).nullable().optional(),
  muted_until: dateTime.nullable().optional(),
});
/** Threshold and mute of an item. */
export const LowStockSetting = LowStockEntry.pick({ own_threshold: true, muted_until: true, version: true });
export type LowStockSetting = z.infer<typeof LowStockSetting>;

export const LabelsQuery = z.object({
  /** ids of variations and products; a variable product means its variations */
  ids: z.string().regex(/^\d{1,9}(,\d{1,9}){0,199}$/),
});
/** What is printed on the label of a product. */
export const ProductLabel = z.object({
  id: z.int(),
  /** "" without one: no label can be printed */
  sku: z.string(),
  name: z.string(),
  option: z.string(),
  price: DongAmount.nullable(),
});
export type ProductLabel = z.infer<typeof ProductLabel>;

import { z } from "zod";
import { stockReasons } from "./stock-reasons.ts";

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
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** the last id of the previous page */
  before: z.coerce.number().int().min(1).optional(),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
});

export const StockActor = z.object({
  /** `staff:3`, `key:2`, `customer:1001`, `command line`, `gateway`, `job` */
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

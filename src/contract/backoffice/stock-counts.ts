import { z } from "zod";
import { DongAmount, SingleLine } from "../field-schemas.ts";
import { dateTime } from "../woo/query.ts";
import { StockItem } from "./stock.ts";
import { countScopes, countViews } from "./stock-choices.ts";

/** ISO, UTC */
const Time = z.string();
const Id = z.int().min(1).max(999_999_999);

export const NewStockCount = z.object({
  scope: z.enum(countScopes),
  category_id: Id.optional(),
  bin: SingleLine(60).optional(),
  /** units of orders that are not packed yet are in their place, and counted with the others */
  includes_unpacked: z.boolean().default(true),
  note: SingleLine(200).default(""),
});

export const StockCount = z.object({
  id: z.int(),
  scope: z.enum(countScopes),
  category: z.string().nullable(),
  bin: z.string().nullable(),
  includes_unpacked: z.boolean(),
  note: z.string(),
  state: z.enum(["open", "closed", "reverted"]),
  by: z.string().nullable(),
  created_at: Time,
  closed_at: Time.nullable(),
  reverted_at: Time.nullable(),
  /** the clock of the server */
  now: Time,
  /** items with at least one entry, those without, and those whose quantity differs */
  counted: z.int(),
  missing: z.int(),
  different: z.int(),
  /** differences that are booked, of an open count all of them, and their value at average cost; null without `costs.view` */
  booked: z.int(),
  value: DongAmount.nullable(),
});
export type StockCount = z.infer<typeof StockCount>;

export const CountItemsQuery = z.object({
  show: z.enum(countViews).default("counted"),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(100),
});

/** An item of a count. */
export const CountedItem = z.object({
  item: StockItem,
  /** sum of the entries; null without one */
  counted: z.int().nullable(),
  counted_at: Time.nullable(),
  /** stock when it was counted, with the units of unpacked orders if the count includes them */
  expected: z.int().nullable(),
  /** units of orders in `expected` that are not packed yet */
  unpacked: z.int(),
  difference: z.int().nullable(),
  /** units sold less those returned, since the item was counted; negative: more were returned */
  sold_since: z.int(),
  /** value of the difference; null without `costs.view`, and without a known cost */
  value: DongAmount.nullable(),
});
export type CountedItem = z.infer<typeof CountedItem>;

/** A scan or a typed quantity; exactly one of `code`, `stock_id` and `variation_id` names the item. */
export const CountEntry = z.object({
  /** unique, from the device: an entry that is sent twice counts once */
  id: z.string().min(1).max(60),
  /** SKU or barcode */
  code: SingleLine(200).optional(),
  stock_id: Id.optional(),
  /** a variation, or a simple product */
  variation_id: Id.optional(),
  /** units to add; negative for a correction */
  quantity: z.int().min(-100_000).max(100_000),
  /** when it was counted, by the clock of the server: a device corrects its own by `now` of the count */
  at: dateTime,
});
export type CountEntry = z.infer<typeof CountEntry>;

export const CountEntries = z.object({
  entries: z.array(CountEntry).min(1).max(500),
});
export const CountEntriesResult = z.object({
  /** entries that are stored, now or by an earlier request */
  stored: z.array(z.string()),
  /** entries whose item is unknown, or not covered by the count */
  rejected: z.array(z.object({ id: z.string(), reason: z.enum(["unknown", "not_covered"]) })),
  /** items of the stored entries, with their counted quantities */
  items: z.array(z.object({ item: StockItem, counted: z.int() })),
});
export type CountEntriesResult = z.infer<typeof CountEntriesResult>;

export const Recount = z.object({ stock_ids: z.array(Id).min(1).max(500) });

export const CloseCount = z.object({
  /** differences that are not booked */
  exclude: z.array(Id).max(10_000).default([]),
  /** items without an entry whose stock becomes 0 */
  set_to_zero: z.array(Id).max(10_000).default([]),
  /** true: returns the count as it would be closed, and stores nothing */
  dry_run: z.boolean().default(false),
});

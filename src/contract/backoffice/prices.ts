import { z } from "zod";
import { DongAmount } from "../field-schemas.ts";
import { dateTime } from "../woo/query.ts";
import { priceRoundings } from "./stock-choices.ts";

const Id = z.int().min(1).max(999_999_999);

/** Prices that are shown at once, at most; a filter that matches more is rejected. */
export const maxPriceLines = 5_000;

/** How a price is computed. */
export const PriceRule = z
  .object({
    /** the price that changes */
    on: z.enum(["regular", "sale"]),
    /** `end`: the sale ends now */
    by: z.enum(["percent", "amount", "set", "end"]),
    /** the price from which percent and amount are computed; of a sale `regular` sets a sale for every item */
    of: z.enum(["regular", "sale"]).default("regular"),
    /** negative: down */
    value: z.number().min(-1_000_000_000).max(1_000_000_000).default(0),
    /** to a multiple of 1,000 or 10,000, or to end in 9,000 */
    round: z.enum(priceRoundings).default("0"),
    /** of a sale */
    from: dateTime.nullable().default(null),
    until: dateTime.nullable().default(null),
  })
  .refine(({ on, by }) => on === "sale" || by !== "end", { path: ["by"] })
  .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    path: ["until"],
  });
export type PriceRule = z.output<typeof PriceRule>;

/** The products whose prices change: those that match all of it. */
export const PriceFilter = z.object({
  category_id: Id.optional(),
  /** words of the name, or the beginning of a SKU */
  search: z.string().trim().max(200).optional(),
  on_sale: z.boolean().optional(),
  /** ids of products, or of variations */
  ids: z.array(Id).max(500).optional(),
});
export type PriceFilter = z.output<typeof PriceFilter>;

export const PriceChangeRequest = z.object({
  filter: PriceFilter,
  rule: PriceRule,
  /** ids of variations and simple products that stay as they are */
  exclude: z.array(Id).max(maxPriceLines).default([]),
  dry_run: z.boolean(),
  /** `preview` of the dry run: 409 if another one would result now */
  preview: z.string().max(64).optional(),
});

/** `raised`: a shopper pays more afterwards, though the rule does not raise prices. */
export const priceWarnings = ["raised", "zero", "above_regular", "below_cost", "large_discount"] as const;
export type PriceWarning = (typeof priceWarnings)[number];

/** Prices of an item as the merchant set them. */
export const ItemPrices = z.object({
  regular: DongAmount.nullable(),
  sale: DongAmount.nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ItemPrices = z.infer<typeof ItemPrices>;

export const PriceLine = z.object({
  /** of the variation, or of the simple product */
  id: z.int(),
  product_id: z.int(),
  name: z.string(),
  option: z.string(),
  sku: z.string(),
  before: ItemPrices,
  after: ItemPrices,
  /** what a shopper pays then, less what they pay now; sales with a later start count as if they had started */
  difference: DongAmount,
  /** of the new price, in percent; null without `costs.view`, and without a known cost */
  margin: z.number().nullable(),
  warnings: z.array(z.enum(priceWarnings)),
});
export type PriceLine = z.infer<typeof PriceLine>;

export const PriceChangeResult = z.object({
  /** of the started change; null for a dry run */
  id: z.int().nullable(),
  /** the background task */
  task: z.int().nullable(),
  /** identifies the lines, also those that are excluded, for the request that writes them */
  preview: z.string(),
  lines: z.array(PriceLine),
  /** items that match, but keep their price */
  unchanged: z.int(),
});
export type PriceChangeResult = z.infer<typeof PriceChangeResult>;

export const priceChangeStates = ["running", "done", "undoing", "undone"] as const;
export const PriceChangeEntry = z.object({
  id: z.int(),
  rule: PriceRule,
  state: z.enum(priceChangeStates),
  by: z.string().nullable(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
  /** nothing of it is being written: also a change that has ended without all of its prices */
  undoable: z.boolean(),
  /** the products that it concerned; `category` in the language of the request, `ids`: how many were selected by hand */
  filter: z.object({
    category: z.string().nullable(),
    search: z.string().nullable(),
    on_sale: z.boolean().nullable(),
    ids: z.int(),
  }),
  /** number of prices by what became of them */
  counts: z.object({
    planned: z.int(),
    applied: z.int(),
    skipped: z.int(),
    restored: z.int(),
    not_restored: z.int(),
  }),
});
export type PriceChangeEntry = z.infer<typeof PriceChangeEntry>;

/** A price that was not written or not restored, because it had been changed. */
export const SkippedPrice = z.object({
  id: z.int(),
  name: z.string(),
  option: z.string(),
  sku: z.string(),
  state: z.enum(["skipped", "not_restored"]),
  before: ItemPrices,
  after: ItemPrices,
});

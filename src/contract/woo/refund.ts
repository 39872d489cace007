import { z } from "zod";
import { boolean, collection, integer, moment, Single, sortOrder } from "./query.ts";
import { PriceText, SignedAmountText, WriteBoolean, WriteId, WriteInteger, WriteMeta } from "./write.ts";

const links = z.record(z.string(), z.array(z.object({ href: z.string() })));
const meta = z.array(z.object({ id: z.int(), key: z.string(), value: z.unknown() }));
const refundedLine = {
  id: z.int(),
  total: z.string(),
  total_tax: z.string(),
  taxes: z.array(z.never()),
  meta_data: meta,
};

/** A refund. Quantities and totals of its lines are negative, the amount is positive. */
export const Refund = z.object({
  id: z.int(),
  /** the order's id, in lists over several orders */
  parent_id: z.int(),
  date_created: z.string(),
  date_created_gmt: z.string(),
  amount: z.string(),
  reason: z.string(),
  refunded_by: z.int(),
  /** true if the gateway refunds it, false if the merchant does so by hand */
  refunded_payment: z.boolean(),
  meta_data: meta,
  line_items: z.array(
    z.object({
      ...refundedLine,
      name: z.string(),
      product_id: z.int(),
      variation_id: z.int(),
      quantity: z.int(),
      tax_class: z.string(),
      subtotal: z.string(),
      subtotal_tax: z.string(),
      sku: z.string().nullable(),
      price: z.number(),
    }),
  ),
  shipping_lines: z.array(z.object({ ...refundedLine, method_title: z.string(), method_id: z.string() })),
  tax_lines: z.array(z.never()),
  fee_lines: z.array(z.object({ ...refundedLine, name: z.string(), tax_class: z.string(), tax_status: z.string() })),
  _links: links,
});
export type Refund = z.infer<typeof Refund>;

const dp = integer.pipe(z.int().min(0).max(8)).default(0);
export const RefundQuery = Single.extend({ dp });
export const RefundsQuery = z.object({
  ...collection,
  dp,
  order: sortOrder("desc"),
  orderby: z.enum(["date", "id", "include", "title", "slug", "modified"]).default("date"),
  after: moment.optional(),
  before: moment.optional(),
  dates_are_gmt: boolean.default(false),
});
export type RefundsQuery = z.output<typeof RefundsQuery>;

const numberToText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value);

/** A refunded line by its id in the order, with quantity and amount. */
const RefundLine = z.object({
  id: WriteId,
  quantity: WriteInteger.pipe(z.int().min(0).max(99_999)).optional(),
  refund_total: z.preprocess(numberToText, PriceText).optional(),
});

export const CreateRefund = z.object({
  /** default: sum of the lines */
  amount: z.preprocess(numberToText, SignedAmountText).optional(),
  reason: z.string().trim().max(1_000).default(""),
  meta_data: WriteMeta.default([]),
  line_items: z.array(RefundLine).max(200).default([]),
  /** sends the refund to the gateway, if the order was paid through one */
  api_refund: WriteBoolean.default(true),
  /** returns the quantities of `line_items` to stock */
  api_restock: WriteBoolean.optional(),
  /** alias of `api_restock` */
  restock_items: WriteBoolean.optional(),
});
export type CreateRefund = z.output<typeof CreateRefund>;

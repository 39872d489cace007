import { z } from "zod";
import { LanguageCode } from "#contract/field-schemas.ts";

/** What the shop is told, in letters to itself. */
const MerchantKind = z.enum([
  "late_payment",
  "second_payment",
  "held_payment",
  "held_lost",
  "paid_by_hand",
  "refund_failed",
  "surplus_failed",
  "refund_slow",
  "gateway_silent",
  "parcel_refused",
  "parcel_trouble",
]);
export type MerchantKind = z.infer<typeof MerchantKind>;

/** Letters the shop writes; each is a section of `emails` in the texts. */
export const MailTemplate = z.enum([
  "order_received",
  "order_paid",
  "order_paid_late",
  "payment_failed",
  "order_cancelled",
  "order_note",
  "order_shipped",
  "order_refunded",
  "double_payment_found",
  "double_payment_refunded",
  "password_reset",
  "email_changed",
  "welcome",
  "newsletter_welcome",
  "account_deleted",
  ...MerchantKind.options.map((kind) => `merchant_${kind}` as const),
]);
export type MailTemplate = z.infer<typeof MailTemplate>;

const Amount = z.int();

/** What a letter shows of an order beside its words. Money is whole đồng. */
export const OrderDigest = z.object({
  /** ISO, when it was placed */
  placedAt: z.string(),
  lines: z.array(
    // letters queued by an earlier version have the choice in the name
    z.object({ name: z.string(), option: z.string().default(""), quantity: z.int(), total: Amount }),
  ),
  subtotal: Amount,
  discount: Amount,
  shipping: Amount,
  fees: Amount,
  total: Amount,
  /** how it is paid, and how it is brought, in the letter's language */
  method: z.string(),
  delivery: z.string(),
  /** name, phone and place, a line each; empty where it is collected at the shop */
  shipTo: z.array(z.string()),
});
export type OrderDigest = z.infer<typeof OrderDigest>;

export const Values = z.record(z.string(), z.string());

/** One letter as it waits in the outbox. What was queued by an earlier version has the first four alone. */
export const Email = z.object({
  template: MailTemplate,
  /** null: the shop itself, whose address the settings know */
  to: z.string().nullable(),
  lang: LanguageCode,
  /** they fill the template's placeholders; `url` is where its button leads, if not where it always does */
  values: Values,
  /** further sentences of the template, after its body: `cod` of `order_received` */
  also: z.array(z.string()).default([]),
  order: OrderDigest.nullable().default(null),
  /** what a letter to the shop lists; a key without a label of its own is its label */
  facts: Values.default({}),
});

/** A letter, whole. */
export type Mail = z.output<typeof Email>;

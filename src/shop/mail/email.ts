import { z } from "zod";
import { DongAmount, LanguageCode } from "#contract/field-schemas.ts";

/** Kinds of emails to the shop itself. */
const MerchantEmailKind = z.enum([
  "late_payment",
  "second_payment",
  "held_payment",
  "held_lost",
  "paid_by_hand",
  "refund_failed",
  "surplus_failed",
  "refund_slow",
  "gateway_silent",
  "bank_refund",
  "bank_silent",
  "days_off_missing",
  "codes_stopped",
  "codes_failing",
  "parcel_refused",
  "parcel_trouble",
  "customer_change",
]);
export type MerchantEmailKind = z.infer<typeof MerchantEmailKind>;

/** Emails the shop sends; each is a section of `emails` in the texts. */
export const MailTemplate = z.enum([
  "order_received",
  "order_confirm_reminder",
  "order_paid",
  "order_paid_late",
  "payment_failed",
  "order_cancelled",
  "order_note",
  "order_link",
  "order_claim",
  "order_claimed",
  "account_confirm",
  "order_shipped",
  "order_refunded",
  "promise_missed",
  "promise_changed",
  "promise_changed_pickup",
  "double_payment_found",
  "double_payment_refunded",
  "bank_refund_due",
  "bank_account_changed",
  "bank_transfer_reminder",
  "deposit_requested",
  "deposit_paid",
  "password_reset",
  "email_changed",
  "email_change_confirm",
  "email_change_requested",
  "welcome",
  "newsletter_welcome",
  "account_deleted",
  "staff_locked",
  "staff_recovery_code",
  "staff_invitation",
  "staff_password_reset",
  "staff_new_device",
  "staff_passkey_revoked",
  ...MerchantEmailKind.options.map((kind) => `merchant_${kind}` as const),
]);
export type MailTemplate = z.infer<typeof MailTemplate>;

/** What an email shows of an order. */
export const OrderDigest = z.object({
  /** ISO, when it was placed */
  placedAt: z.string(),
  lines: z.array(
    z.object({
      name: z.string(),
      // emails queued by an earlier version have the option in the name, and no gift
      option: z.string().default(""),
      gift: z.string().default(""),
      quantity: z.int(),
      total: DongAmount,
    }),
  ),
  subtotal: DongAmount,
  discount: DongAmount,
  shipping: DongAmount,
  fees: DongAmount,
  total: DongAmount,
  /** payment and delivery method, in the email's language */
  method: z.string(),
  delivery: z.string(),
  /** lines of name, phone and address; empty for local pickup */
  shipTo: z.array(z.string()),
  /** the same without the street, for a recipient whose address is unconfirmed */
  shipToUnconfirmed: z.array(z.string()).optional(),
});
export type OrderDigest = z.infer<typeof OrderDigest>;

export const Values = z.record(z.string(), z.string());

/** An email as stored in the outbox. Those queued by an earlier version have only the first four fields. */
export const Email = z.object({
  template: MailTemplate,
  /** null: the shop itself, at the configured address */
  to: z.string().nullable(),
  lang: LanguageCode,
  /** values for the template's placeholders; `url` is the button's target if not the default */
  values: Values,
  /** optional texts of the template to append to its body: `cod` of `order_received` */
  also: z.array(z.string()).default([]),
  order: OrderDigest.nullable().default(null),
  /** facts listed in an email to the shop; a key without a label in the texts is shown as it is */
  facts: Values.default({}),
  /** it was the confirmed address of an account that is deleted now, or has another address */
  confirmed: z.boolean().default(false),
  /** a staff member sends this one to an address that is not the order's */
  elsewhere: z.boolean().default(false),
});

/** A parsed email. */
export type Mail = z.output<typeof Email>;

/** An email to queue. */
export type NewMail = z.input<typeof Email>;

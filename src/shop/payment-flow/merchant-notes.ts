import { type Dong, formatDong } from "#contract/money.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { emailMerchant, type MerchantEmailKind } from "#shop/mail/index.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";

/** The values shown in a note and an email to the merchant about a payment. */
export interface NotedPayment {
  orderId: number;
  method: OnlineMethod;
  reference: string;
  amount: Dong;
  transaction?: string;
  code?: string;
  refund?: number;
  /** id of the order that the customer has instead of this one */
  otherOrder?: number;
  /** staff member or owner that returned the money by other means */
  by?: string;
}

/** Order notes about payments, each a message key below `order_notes`. */
export type PaymentNote =
  | "late_payment"
  | "paid_manually"
  | "second_payment"
  | "change_returned"
  | "replaced_payment"
  | "held_payment"
  | "other_amount"
  | "review_failed"
  | "review_failed_after_processing"
  | "refund_failed"
  | "surplus_failed"
  | "overpayment_refunded_manually"
  | "external_refund"
  | "gateway_unresponsive"
  | "refund_no_response"
  | "refund_slow"
  | "deposit_paid"
  | "deposit_returned"
  | "part_returned"
  | "surplus_transfer"
  | "late_without_stock"
  | "transfer_guessed"
  | "transfer_short";

/** The email about money that an order does not need: a bank transfer is returned by a person, all else by its gateway. */
export const overpaymentEmailKind = (method: OnlineMethod): MerchantEmailKind =>
  isBankTransfer(method) ? "bank_refund" : "second_payment";

/**
 * Adds a private note to an order, unless it has one with the same text.
 * @returns whether it was added
 */
export async function addNoteOnce(tx: Tx, payment: NotedPayment, note: PaymentNote, now: Date): Promise<boolean> {
  const { orderId, method, amount, transaction = "", code = "", refund = 0, otherOrder = 0, by = "" } = payment;
  const values = {
    method: t("vi", `payment_method.${method}`),
    amount: formatDong(amount),
    reference: payment.reference,
    code,
    refund,
    order: otherOrder,
    by,
  };
  const text = t("vi", `order_notes.${note}`, { ...values, transaction: transaction || "-" });
  const written = await tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at)
    select ${orderId}::integer, 'system', ${text}::text, false, ${now}::timestamptz
    where not exists (select from order_note where order_id = ${orderId} and note = ${text})`);
  return written > 0;
}

/** Adds the note and emails the merchant with the same values, once. */
export async function addNoteAndEmailMerchant(
  tx: Tx,
  payment: NotedPayment,
  { note, kind, now }: { note: PaymentNote; kind: MerchantEmailKind; now: Date },
): Promise<void> {
  if (!(await addNoteOnce(tx, payment, note, now))) return;
  const { orderId, method, reference, amount, transaction = "", code = "", refund } = payment;
  await emailMerchant(tx, {
    orderId,
    kind,
    amount,
    values: {
      ...{ method: t("vi", `payment_method.${method}`), reference, transaction, code },
      ...(refund === undefined ? {} : { refund }),
    },
    uniqueKey: `merchant:${note}:${reference}${refund === undefined ? "" : `:${refund}`}`,
  });
}

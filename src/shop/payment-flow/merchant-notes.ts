import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { type MerchantEmailKind, price, emailMerchant } from "#shop/mail/index.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";

/** What a note and a letter to the merchant say of a payment. */
export interface NotedPayment {
  orderId: number;
  method: OnlineMethod;
  reference: string;
  /** whole đồng */
  amount: number;
  transaction?: string;
  code?: string;
  refund?: number;
  /** who did something about it */
  by?: string;
}

/** Notes of an order about its payments, each a sentence of `order_notes`. */
export type PaymentNote =
  | "late_payment"
  | "paid_by_hand"
  | "second_payment"
  | "held_payment"
  | "other_amount"
  | "held_over"
  | "held_lost"
  | "refund_failed"
  | "surplus_failed"
  | "surplus_by_hand"
  | "moved_outside"
  | "gateway_silent"
  | "refund_silent"
  | "refund_slow";

/**
 * Writes a private note, as one line of the order's file; the same words a second time are not written.
 * @returns whether it is new
 */
export async function addNoteOnce(tx: Tx, payment: NotedPayment, note: PaymentNote, now: Date): Promise<boolean> {
  const { orderId, method, amount, transaction = "", code = "", refund = 0, by = "", reference } = payment;
  const values = { method: t("vi", `payment_method.${method}`), amount: price(amount), reference, code, refund, by };
  const text = t("vi", `order_notes.${note}`, { ...values, transaction: transaction || "-" });
  const written = await tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at)
    select ${orderId}::integer, 'system', ${text}::text, false, ${now}::timestamptz
    where not exists (select from order_note where order_id = ${orderId} and note = ${text})`);
  return written > 0;
}

/** The note, and a letter to the merchant with the same facts; neither is written twice. */
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
    values: {
      ...{ amount, method: t("vi", `payment_method.${method}`), reference, transaction, code },
      ...(refund === undefined ? {} : { refund }),
    },
    uniqueKey: `merchant:${note}:${reference}${refund === undefined ? "" : `:${refund}`}`,
  });
}

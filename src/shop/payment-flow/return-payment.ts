import type { Tx } from "#shop/kernel/db/database.ts";
import { sendOverpaymentEmail } from "#shop/orders/index.ts";
import { refundOverpayment, type StoredAttempt } from "#shop/payments/index.ts";
import {
  addNoteAndEmailMerchant,
  type NotedPayment,
  overpaymentEmailKind,
  type PaymentNote,
} from "./merchant-notes.ts";

/** Refunds a whole payment, whose attempt is marked so, and notifies merchant and customer. */
export async function returnPayment(
  tx: Tx,
  { id: paymentId, orderId, amount, method }: Pick<StoredAttempt, "id" | "orderId" | "amount" | "method">,
  { notedPayment, note, now }: { notedPayment: NotedPayment; note: PaymentNote; now: Date },
): Promise<void> {
  await refundOverpayment(tx, { orderId, paymentId, amount, now });
  await addNoteAndEmailMerchant(tx, notedPayment, { note, kind: overpaymentEmailKind(method), now });
  await sendOverpaymentEmail(tx, orderId, { paymentId, method });
}

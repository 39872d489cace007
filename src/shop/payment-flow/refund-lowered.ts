import type { Dong } from "#contract/money.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { emailMerchant } from "#shop/mail/index.ts";
import { sendDifferenceEmail } from "#shop/orders/index.ts";
import { type RefundablePart, refundDifference, splitRefund } from "#shop/payments/index.ts";

interface Lowered {
  orderId: number;
  amount: Dong;
  /** of the lowered total */
  actor: string;
  now: Date;
}

/**
 * Refunds the part of a payment that its order does not need since its total was lowered. A bank transfer is returned by a person, for
 * which the customer has to enter an account: both get an email.
 */
export async function refundPart(
  tx: Tx,
  { orderId, actor, now }: Omit<Lowered, "amount">,
  { payment, amount }: RefundablePart,
): Promise<void> {
  const refundId = await refundDifference(tx, { orderId, paymentId: payment.id, amount, actor, now });
  if (!isBankTransfer(payment.method)) return;
  await emailMerchant(tx, { orderId, kind: "bank_refund", amount, uniqueKey: `merchant:difference:${refundId}` });
  await sendDifferenceEmail(tx, orderId, { paymentId: payment.id, refundId, amount });
}

/**
 * Refunds what a paid order costs less than before, by the payments that it was paid with. Call it with the order locked.
 * @returns false if they cannot give that back
 */
export async function refundLowered(tx: Tx, lowered: Lowered): Promise<boolean> {
  if (lowered.amount <= 0) return true;
  const parts = await splitRefund(tx, lowered.orderId, lowered.amount);
  for (const part of parts ?? []) await refundPart(tx, lowered, part);
  return parts !== null;
}

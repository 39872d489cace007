import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { sendAccountNeededEmail, soldOutReason } from "#shop/orders/index.ts";
import type { RefundWork } from "#shop/payments/index.ts";

/**
 * Emails the customer that an account is needed for a refund that a person transfers, unless one was entered. What an order does not need,
 * and what a change costs less, have emails of their own.
 */
export async function requestAccount(
  tx: Tx,
  { id: refundId, orderId, paymentId, amount, isOverpayment, input }: RefundWork,
): Promise<void> {
  if (isOverpayment) return;
  if (await tx.one(sql`select from bank_refund_account where order_id = ${orderId}`)) return;
  const { reason, requestedBy } = input.refund;
  // staff may enter the same reason
  const isSoldOut = requestedBy === "gateway" && reason === soldOutReason;
  await sendAccountNeededEmail(tx, orderId, { paymentId, refundId, amount, isSoldOut });
}

import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { findRefundWork } from "#shop/payments/index.ts";
import { settleRefund } from "../process-refund.ts";
import { assignTransfer, type StoredTransfer } from "./store-transfer.ts";

/** First word of the content of a refund's transfer. */
export const refundWord = "HOAN";

/** The content of a refund's transfer: `HOAN LIA00100153`. */
export const refundContent = (code: string): string => `${refundWord} ${code}`;

/**
 * Completes a refund that a person has transferred. Call it with the order locked.
 * @param transaction the bank's reference of the transfer
 * @returns false if the refund is not open any more
 */
export async function completeRefund(
  tx: Tx,
  { refundId, transaction, by, now }: { refundId: number; transaction: string; by: string; now: Date },
): Promise<boolean> {
  const work = await findRefundWork(tx, refundId);
  if (!work) return false;
  await settleRefund(tx, work, { state: "done", gatewayId: transaction || null, code: "", response: { by } }, now);
  return true;
}

/** An outgoing transfer completes the refund that its content and amount name; any other is ignored. */
export async function completeRefundBy(
  tx: Tx,
  { id, content, amount, reference }: StoredTransfer,
  { orders, now }: { orders: readonly number[]; now: Date },
): Promise<"refunded" | "ignored"> {
  const [orderId] = orders;
  const isRefund = orders.length === 1 && new RegExp(refundWord, "i").test(content);
  if (isRefund && orderId !== undefined && (await lockOrder(tx, orderId))) {
    const refund = await tx.one<{ id: number }>(sql`
      select r.id from refund r join payment p on p.id = r.payment_id
      where r.order_id = ${orderId} and r.status = 'requested' and r.amount = ${amount} and p.method = ${bankTransferMethodId}
      order by r.id limit 1`);
    if (refund && (await completeRefund(tx, { refundId: refund.id, transaction: reference, by: "bank", now }))) {
      await assignTransfer(tx, id, { state: "matched", orderId, reading: "plain" });
      return "refunded";
    }
  }
  await assignTransfer(tx, id, { state: "ignored", reason: "outgoing" });
  return "ignored";
}

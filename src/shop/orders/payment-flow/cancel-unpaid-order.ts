import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { attemptsOf } from "#shop/payments/index.ts";
import { transitionOrder } from "../transition-order.ts";
import type { Actor } from "../order-status.ts";

/**
 * Ends the waiting for an order that nobody has paid, its row locked: `failed` where the last attempt failed, else
 * `cancelled`. Its attempts stay as they are, and are asked about as long as somebody may pay them.
 */
export async function cancelUnpaidOrder(
  tx: Tx,
  orderId: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  const [last] = await attemptsOf(tx, orderId);
  const to = last?.status === "failed" ? "failed" : "cancelled";
  await transitionOrder(tx, orderId, to, { actor, reason: "unpaid", now });
}

/** Orders that wait for a gateway's money: not those in cash or by bank transfer, nor a merchant's, which have no hold. */
export const isAwaitingPayment = sql`status = 'pending' and hold_until is not null
  and payment_method in ('vnpay_visa', 'paypal')`;

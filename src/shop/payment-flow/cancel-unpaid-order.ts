import type { Tx } from "#shop/kernel/db/database.ts";
import { type Actor, transitionOrder } from "#shop/orders/index.ts";
import { attemptsOf } from "#shop/payments/index.ts";

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

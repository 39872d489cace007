import type { Tx } from "#shop/kernel/db/database.ts";
import { type OrderActor, transitionOrder } from "#shop/orders/index.ts";
import { attemptsOf } from "#shop/payments/index.ts";

/**
 * Ends an unpaid order: `failed` if its last attempt failed, else `cancelled`. Its attempts do not change and are polled
 * for as long as they can be paid. Call it with the order locked.
 */
export async function cancelUnpaidOrder(
  tx: Tx,
  orderId: number,
  { actor, now }: { actor: OrderActor; now: Date },
): Promise<void> {
  const [last] = await attemptsOf(tx, orderId);
  const to = last?.status === "failed" ? "failed" : "cancelled";
  await transitionOrder(tx, orderId, to, { actor, reason: "unpaid", now });
}

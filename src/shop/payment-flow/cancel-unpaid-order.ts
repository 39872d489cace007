import type { Tx } from "#shop/kernel/db/database.ts";
import { type OrderActor, transitionOrder } from "#shop/orders/index.ts";
import { attemptsOf } from "#shop/payments/index.ts";

/**
 * Ends an unpaid order: `failed` if its last attempt failed, else `cancelled`. Its attempts do not change and are polled
 * for as long as they can be paid. Call it with the order locked.
 * @param replacedBy id of the order that the customer places instead, in the same transaction
 */
export async function cancelUnpaidOrder(
  tx: Tx,
  orderId: number,
  { actor, now, replacedBy }: { actor: OrderActor; now: Date; replacedBy?: number },
): Promise<void> {
  const [last] = await attemptsOf(tx, orderId);
  const to = last?.status === "failed" ? "failed" : "cancelled";
  const replaced =
    replacedBy === undefined ? { reason: "unpaid" } : { reason: `replaced by ${replacedBy}`, replacedBy };
  await transitionOrder(tx, orderId, to, { actor, now, ...replaced });
}

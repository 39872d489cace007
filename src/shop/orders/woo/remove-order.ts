import { codMethodId } from "#contract/payment-methods/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { Order } from "../order.ts";
import type { OrderActor } from "../order-status.ts";
import { transitionOrder } from "../transition-order.ts";
import { orderErrors } from "./order-errors.ts";
import { lockedOrder } from "./update-order.ts";

/** An order cannot be deleted while it may be paid or a refund is open. @throws HttpError 400 */
async function assertNoOpenPayments(tx: Tx, id: number): Promise<void> {
  const open = await tx.one<{ owed: boolean }>(sql`
    select true owed from refund where order_id = ${id} and status = 'requested'
    union all select status = 'to_refund' from payment
      where order_id = ${id} and method <> ${codMethodId} and (status in ('created', 'pending', 'to_refund') or next_poll_at is not null)
    order by owed desc limit 1`);
  if (open?.owed)
    throw orderErrors.cannotDelete(
      "A gateway still has to refund money of the order; delete the order permanently after that.",
    );
  if (open)
    throw orderErrors.cannotDelete("The order is being paid at a gateway; cancel it before deleting it permanently.");
}

/** Deletes the order with its ledger entries and shipments. */
const deletePermanently = async (tx: Tx, id: number): Promise<void> => {
  for (const table of [sql`refund`, sql`payment`, sql`parcel`])
    await tx.run(sql`delete from ${table} where order_id = ${id}`);
  await tx.run(sql`delete from orders where id = ${id}`);
};

/**
 * Moves an order to the trash, or deletes it permanently. Releases its stock, unless it was delivered.
 * @returns the order as it was
 * @throws HttpError 404 for an unknown order, 410 for one that is in the trash already, 400 while a payment or refund is
 * open
 */
export const removeOrder = (
  shop: AppContext,
  id: number,
  { force, actor, now }: { force: boolean; actor: OrderActor; now: Date },
): Promise<Order> =>
  shop.db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id, 404);
    if (!force && order.status === "trash") throw orderErrors.trashed();
    if (force) await assertNoOpenPayments(tx, id);
    await transitionOrder(tx, id, "trash", { actor, reason: "", now });
    if (force) {
      // the transition may have found money that is to be given back
      await assertNoOpenPayments(tx, id);
      await deletePermanently(tx, id);
    }
    return order;
  });

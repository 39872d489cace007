import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { Order } from "../order.ts";
import type { Actor } from "../order-status.ts";
import { transitionOrder } from "../transition-order.ts";
import { orderErrors } from "./order-errors.ts";
import { lockedOrder } from "./update-order.ts";

/** While a shopper may be paying, or waits for money back, the order must be there for it. @throws Refusal 400 */
async function refuseMoneyUnderWay(tx: Tx, id: number): Promise<void> {
  const underWay = await tx.one<{ owed: boolean }>(sql`
    select true owed from refund where order_id = ${id} and status = 'requested'
    union all select status = 'to_refund' from payment
      where order_id = ${id} and method <> 'cod' and (status in ('created', 'pending', 'to_refund') or check_after is not null)
    order by owed desc limit 1`);
  if (underWay?.owed)
    throw orderErrors.notYet(
      "Money of the order is still to be given back by a gateway; delete it for good after that.",
    );
  if (underWay)
    throw orderErrors.notYet("The order is being paid at a gateway; cancel it before deleting it for good.");
}

/** For good: the order's part of the ledger and its parcels with it. */
const erase = async (tx: Tx, id: number): Promise<void> => {
  for (const table of [sql`refund`, sql`payment`, sql`parcel`])
    await tx.run(sql`delete from ${table} where order_id = ${id}`);
  await tx.run(sql`delete from orders where id = ${id}`);
};

/**
 * Moves an order to the trash, or deletes it for good. Its pieces are given back once, unless they were delivered.
 * @returns the order as it was
 * @throws Refusal 404 for an unknown order, 410 for one that lies in the trash already, 400 while money of it is under way
 */
export const removeOrder = (
  shop: AppContext,
  id: number,
  { force, actor, now }: { force: boolean; actor: Actor; now: Date },
): Promise<Order> =>
  shop.db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id, 404);
    if (!force && order.status === "trash") throw orderErrors.trashed();
    if (force) await refuseMoneyUnderWay(tx, id);
    await transitionOrder(tx, id, "trash", { actor, reason: "", now });
    if (force) await erase(tx, id);
    return order;
  });

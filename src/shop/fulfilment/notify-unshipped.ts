import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isEnd } from "#shop/shipping/index.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { type Parcel, parcelsOf } from "./shipment.ts";

/**
 * A parcel has been stopped as the shop asked. Where its order is being processed again by then and nothing else is on its
 * way, a merchant is told: nobody knows here whether it is to be sent once more. Call it with the order locked.
 */
export async function notifyIfUnshipped(tx: Tx, parcel: Parcel, now: Date): Promise<void> {
  const { id, orderId } = parcel;
  if (!(await tx.one(sql`select id from orders where id = ${orderId} and status = 'processing'`))) return;
  const others = (await parcelsOf(tx, orderId)).filter((other) => other.id !== id);
  if (others.some(({ status }) => status === "delivered" || !isEnd(status))) return;
  await notifyShipmentProblem(tx, parcel, { trouble: { kind: "parcel_trouble", note: "cancelled" }, now });
}

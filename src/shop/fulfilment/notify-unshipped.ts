import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isEnd } from "#shop/shipping/index.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { type Shipment, shipmentsOf } from "./shipment.ts";

/**
 * Called after a requested cancellation. If the order is being processed again and has no other shipment, notifies the
 * merchant, to decide whether to send it again. Call it with the order locked.
 */
export async function notifyIfUnshipped(tx: Tx, shipment: Shipment, now: Date): Promise<void> {
  const { id, orderId } = shipment;
  if (!(await tx.one(sql`select id from orders where id = ${orderId} and status = 'processing'`))) return;
  const others = (await shipmentsOf(tx, orderId)).filter((other) => other.id !== id);
  if (others.some(({ status }) => status === "delivered" || !isEnd(status))) return;
  await notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_trouble", note: "cancelled" }, now });
}

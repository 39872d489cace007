import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isEnd } from "#shop/shipping/index.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { type Shipment, shipmentsOf } from "./shipment.ts";

export const isProcessing = async (tx: Tx, { orderId }: Pick<Shipment, "orderId">): Promise<boolean> =>
  (await tx.one(sql`select from orders where id = ${orderId} and status = 'processing'`)) !== undefined;

/** The parcel is cancelled by a change of the customer, which books the order again. */
const isBeingChanged = async (tx: Tx, { orderId }: Pick<Shipment, "orderId">): Promise<boolean> =>
  (await tx.one(sql`select from order_change where order_id = ${orderId} and state = 'due'`)) !== undefined;

/**
 * Called after a requested cancellation. If the order is being processed again and has no other shipment, notifies the
 * merchant, to decide whether to send it again. Call it with the order locked.
 */
export async function notifyIfUnshipped(tx: Tx, shipment: Shipment, now: Date): Promise<void> {
  const { id, orderId } = shipment;
  if (!(await isProcessing(tx, shipment)) || (await isBeingChanged(tx, shipment))) return;
  const others = (await shipmentsOf(tx, orderId)).filter((other) => other.id !== id);
  if (others.some(({ status }) => status === "delivered" || !isEnd(status))) return;
  await notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_trouble", note: "cancelled" }, now });
}

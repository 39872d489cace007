import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isEnd } from "#shop/shipping/index.ts";
import { bookShipment } from "./book-shipment.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { type Shipment, shipmentsOf } from "./shipment.ts";

/** The order's status, and whether a change of its customer is being applied that books this shipment again. */
const findState = (
  tx: Tx,
  { id, orderId, trackingCode }: Shipment,
): Promise<{ status: string; changing: boolean } | undefined> =>
  tx.one(sql`
    select o.status, ${trackingCode !== null}::boolean and exists (
      select from order_change c where c.order_id = o.id and c.state = 'due' and c.begun and c.edit ->> 'parcelId' = ${String(id)}) changing
    from orders o where o.id = ${orderId}`);

/**
 * Called after a requested cancellation. If the order is being processed again and has no other shipment, books it again where that was
 * requested, or notifies the merchant, to decide whether to send it again. Call it with the order locked.
 */
export async function handleUnshipped(tx: Tx, shipment: Shipment, now: Date): Promise<void> {
  const { id, orderId, rebook } = shipment;
  const order = await findState(tx, shipment);
  if (order?.status !== "processing" || order.changing) return;
  const others = (await shipmentsOf(tx, orderId)).filter((other) => other.id !== id);
  if (others.some(({ status }) => status === "delivered" || !isEnd(status))) return;
  if (!rebook)
    return notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_trouble", note: "cancelled" }, now });
  await tx.run(sql`update parcel set rebook = false where id = ${id}`);
  await bookShipment(tx, orderId, now);
}

import { dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { transitionOrder } from "#shop/orders/index.ts";
import { type GhnParcel, isEnd, needsMerchant, ownStatuses } from "#shop/shipping/index.ts";
import { codMatchesLedger } from "./cod-balance.ts";
import { lockShipment } from "./lock-shipment.ts";
import { nextPollAt } from "./next-poll.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { handleUnshipped } from "./handle-unshipped.ts";
import { latestEventAt, recordTrackingEvent } from "./record-tracking-event.ts";
import { findShipment, type Shipment, shipmentsOf } from "./shipment.ts";

const notes: ReadonlyMap<string, "exception" | "returned" | "lost" | "damage" | "cancelled"> = new Map([
  ["exception", "exception"],
  ["returned", "returned"],
  ["lost", "lost"],
  ["damage", "damage"],
  ["scrap", "damage"],
  ["cancel", "cancelled"],
]);

/** Notifies the merchant, to decide about the order; its status does not change until then. */
async function alertMerchant(tx: Tx, shipment: Shipment, status: string, now: Date): Promise<void> {
  const note = notes.get(status);
  if (!note) return;
  if (status === "cancel" && shipment.cancelRequestedAt) return handleUnshipped(tx, shipment, now);
  await notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_trouble", note }, now });
}

/**
 * Completes the order when all of its shipments have ended. Cash counts as paid then, if the collected amount is the
 * expected one.
 */
async function completeOrder(tx: Tx, shipment: Shipment, now: Date): Promise<void> {
  const { orderId } = shipment;
  const isOpen = (await shipmentsOf(tx, orderId)).some(
    ({ status }) => !isEnd(status) && status !== ownStatuses.refused,
  );
  if (isOpen) return;
  const notifyProblem = (note: "other_cash" | "not_completed", reason = "") =>
    notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_trouble", note }, reason, now });
  if (!(await codMatchesLedger(tx, orderId))) return notifyProblem("other_cash");
  const code = shipment.trackingCode ?? shipment.clientOrderCode;
  const transition = await transitionOrder(tx, orderId, "completed", {
    actor: "carrier",
    reason: `${code}: delivered`,
    now,
  });
  if (!transition.ok) await notifyProblem("not_completed", transition.from ?? "");
}

async function updateShipment(
  tx: Tx,
  shop: AppContext,
  { shipment, reported }: { shipment: Shipment; reported: GhnParcel },
): Promise<void> {
  const now = shop.clock.now();
  const transferred = reported.codTransferred ? (reported.codTransferredAt ?? now) : null;
  // a merchant may have had the carrier correct it
  const codAmount = reported.codAmount ?? shipment.codAmount;
  const cashOut = reported.codTransferred || shipment.codTransferredAt ? dong(0) : codAmount;
  await tx.run(sql`
    update parcel set status = ${reported.status}, cod_amount = ${codAmount}, expected_at = coalesce(${reported.expectedAt}::timestamptz, expected_at),
      fee = coalesce(${reported.fee}::bigint, fee), failure = '', updated_at = ${now},
      cod_transferred_at = coalesce(cod_transferred_at, ${transferred}::timestamptz),
      next_poll_at = ${nextPollAt({ status: reported.status, createdAt: shipment.createdAt, codOutstanding: cashOut }, shop)}::timestamptz
    where id = ${shipment.id}`);
}

/**
 * Applies a status queried from the carrier, the only source that completes an order, marks cash as collected or notifies
 * the merchant. Idempotent.
 * @param polledAt when the query was sent: events recorded since are newer
 */
export async function applyCarrierStatus(
  shop: AppContext,
  shipmentId: number,
  { reported, polledAt }: { reported: GhnParcel; polledAt: Date },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const shipment = await lockShipment(tx, await findShipment(tx, shipmentId));
    if (!shipment) return;
    const latest = await latestEventAt(tx, shipmentId);
    const at = reported.at ?? polledAt;
    const options = { notify: !isEnd(reported.status), source: "log" } as const;
    for (const step of reported.log) await recordTrackingEvent(tx, shipment, step, options);
    if (shipment.inspectedAt || (latest && latest > polledAt && latest > at)) return;
    if (reported.status !== shipment.status)
      await recordTrackingEvent(tx, shipment, { status: reported.status, at }, options);
    await updateShipment(tx, shop, { shipment, reported });
    if (reported.status === shipment.status) return;
    const now = shop.clock.now();
    if (reported.status === "delivered") await completeOrder(tx, shipment, now);
    if (needsMerchant(reported.status)) await alertMerchant(tx, shipment, reported.status, now);
  });
}

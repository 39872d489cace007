import { currentAuditActor } from "#shop/kernel/db/audit.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { mergeMeta, type StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import { findOrder } from "#shop/orders/index.ts";
import { ownStatuses } from "#shop/shipping/index.ts";
import { insertManualShipment } from "./book-shipment.ts";
import { recordTrackingEvent } from "./record-tracking-event.ts";
import { trackingNumberKey } from "./send-shipment.ts";
import { type Shipment, shipmentsOf } from "./shipment.ts";

/** Metadata key of the carrier's name, as WooCommerce's tracking plugins write it. */
const trackingProviderKey = "_tracking_provider";

const textOf = (metaData: readonly StoredMeta[], key: string): string => {
  const value = metaData.find((entry) => entry.key === key)?.value;
  return typeof value === "string" || typeof value === "number" ? String(value).trim().slice(0, 100) : "";
};

/**
 * The row for a manual shipment: one that was refused, is to be sent manually or is not booked yet; otherwise a new one.
 */
async function findOrInsertShipment(tx: Tx, orderId: number, now: Date): Promise<Shipment | undefined> {
  const shipments = await shipmentsOf(tx, orderId);
  const waiting = shipments.find(
    ({ status, trackingCode, sentAt }) =>
      trackingCode === null &&
      (status === ownStatuses.byHand ||
        status === ownStatuses.refused ||
        (status === ownStatuses.toBook && sentAt === null)),
  );
  if (waiting) return waiting;
  await insertManualShipment(tx, orderId, now);
  return (await shipmentsOf(tx, orderId))[0];
}

interface ManualShipment {
  trackingCode: string;
  /** the carrier's name as the merchant wrote it; "" means GHN */
  carrier: string;
  /** false: without an email to the customer */
  notify?: boolean;
  now: Date;
}

/**
 * Records a shipment that a merchant has handed to a carrier. It is shown as in transit and its customer is emailed, unless
 * `notify` is false; later statuses come from the merchant. Call it with the order locked.
 * @returns false if the tracking code is known already
 */
export async function recordManualShipment(
  tx: Tx,
  orderId: number,
  { trackingCode, carrier, notify = true, now }: ManualShipment,
): Promise<boolean> {
  if (await tx.one(sql`select id from parcel where tracking_code = ${trackingCode}`)) return false;
  const row = await findOrInsertShipment(tx, orderId, now);
  if (!row) throw new Error(`order ${orderId} has no parcel without a code`);
  await tx.run(sql`
    update parcel set tracking_code = ${trackingCode}, carrier = ${carrier || "ghn"}, status = 'picked', failure = '',
      next_poll_at = null, updated_at = ${now} where id = ${row.id}`);
  const by = currentAuditActor()?.name ?? null;
  await recordTrackingEvent(tx, { ...row, trackingCode }, { status: "picked", at: now, by }, { notify });
  const order = await findOrder(tx, orderId);
  const metaData = mergeMeta(order?.metaData ?? [], [{ key: trackingNumberKey, value: trackingCode }]);
  await tx.run(sql`update orders set meta_data = ${json(metaData)}::jsonb, modified_at = ${now} where id = ${orderId}`);
  return true;
}

/** Records a manual shipment if the metadata that a merchant's program wrote contains a new tracking code. */
export async function recordTrackingFromMeta(
  tx: Tx,
  orderId: number,
  { metaData, now }: { metaData: readonly StoredMeta[]; now: Date },
): Promise<void> {
  const trackingCode = textOf(metaData, trackingNumberKey);
  if (trackingCode === "") return;
  await recordManualShipment(tx, orderId, { trackingCode, carrier: textOf(metaData, trackingProviderKey), now });
}

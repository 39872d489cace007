import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { mergeMeta, type StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import { findOrder } from "#shop/orders/index.ts";
import { ownStatuses } from "#shop/shipping/index.ts";
import { recordTrackingEvent } from "./record-tracking-event.ts";
import { trackingFact } from "./send-shipment.ts";
import { type Parcel, parcelsOf } from "./shipment.ts";

/** Beside the code: who carries the parcel, as WooCommerce's trackers name it. */
const carrierFact = "_tracking_provider";

const textOf = (facts: readonly StoredMeta[], key: string): string => {
  const value = facts.find((fact) => fact.key === key)?.value;
  return typeof value === "string" || typeof value === "number" ? String(value).trim().slice(0, 100) : "";
};

/** The row that a parcel given by hand goes into: one that waits for it, or was still to be booked, or one of its own. */
async function rowFor(tx: Tx, orderId: number, now: Date): Promise<Parcel | undefined> {
  const parcels = await parcelsOf(tx, orderId);
  const waiting = parcels.find(
    ({ status, trackingCode, sentAt }) =>
      trackingCode === null &&
      (status === ownStatuses.byHand ||
        status === ownStatuses.refused ||
        (status === ownStatuses.toBook && sentAt === null)),
  );
  if (waiting) return waiting;
  await tx.run(sql`
    insert into parcel (order_id, client_order_code, status, created_at, updated_at)
    values (${orderId}, ${`LIANNE-${orderId}${parcels.length === 0 ? "" : `-${parcels.length + 1}`}`},
      ${ownStatuses.byHand}, ${now}, ${now})`);
  return (await parcelsOf(tx, orderId))[0];
}

interface GivenByHand {
  trackingCode: string;
  /** what the merchant calls the carrier, "" where they do not say: then it is GHN's code */
  carrier: string;
  now: Date;
}

/**
 * A merchant has given an order's parcel to a carrier and says under which code. It is shown as on its way, and its customer
 * is told; what becomes of it the merchant says. Call it with the order locked.
 * @returns false where the code is known already
 */
export async function recordManualShipment(
  tx: Tx,
  orderId: number,
  { trackingCode, carrier, now }: GivenByHand,
): Promise<boolean> {
  if (await tx.one(sql`select id from parcel where tracking_code = ${trackingCode}`)) return false;
  const row = await rowFor(tx, orderId, now);
  if (!row) throw new Error(`order ${orderId} has no parcel to be given a code`);
  await tx.run(sql`
    update parcel set tracking_code = ${trackingCode}, carrier = ${carrier || "ghn"}, status = 'picked', failure = '',
      check_after = null, updated_at = ${now} where id = ${row.id}`);
  await recordTrackingEvent(tx, { ...row, trackingCode }, { status: "picked", at: now });
  const order = await findOrder(tx, orderId);
  const facts = mergeMeta(order?.metaData ?? [], [{ key: trackingFact, value: trackingCode }]);
  await tx.run(sql`update orders set meta_data = ${json(facts)}::jsonb, modified_at = ${now} where id = ${orderId}`);
  return true;
}

/** A merchant's program has written an order's facts: a code among them that is new is a parcel that was given by hand. */
export async function readTrackingFact(
  tx: Tx,
  orderId: number,
  { facts, now }: { facts: readonly StoredMeta[]; now: Date },
): Promise<void> {
  const trackingCode = textOf(facts, trackingFact);
  if (trackingCode === "") return;
  await recordManualShipment(tx, orderId, { trackingCode, carrier: textOf(facts, carrierFact), now });
}

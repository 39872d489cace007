import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { addOrderNote } from "#shop/orders/index.ts";
import { isBeforePickUp, isEnd, ownStatuses } from "#shop/shipping/index.ts";
import { type Shipment, type ShipmentJob, shipmentJobKind, shipmentsOf } from "./shipment.ts";

const enqueueJob = (tx: Tx, job: ShipmentJob): Promise<number> => enqueue(tx, shipmentJobKind, job);

const clientCode = (orderId: number, nth: number): string =>
  nth === 1 ? `LIANNE-${orderId}` : `LIANNE-${orderId}-${nth}`;

/**
 * Inserts a shipment with a client order code of its own, which the carrier accepts only once, and enqueues its booking.
 */
async function insertShipment(
  tx: Tx,
  { orderId, nth, now }: { orderId: number; nth: number; now: Date },
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into parcel (order_id, client_order_code, status, created_at, updated_at)
    values (${orderId}, ${clientCode(orderId, nth)}, ${ownStatuses.toBook}, ${now}, ${now}) returning id`);
  if (!row) throw new Error("parcel: insert returned no row");
  await enqueueJob(tx, { do: "book", parcel: row.id });
  return row.id;
}

/** Inserts a shipment that no carrier can take: it is sent manually. Call it with the order locked. */
export async function insertManualShipment(tx: Tx, orderId: number, now: Date): Promise<void> {
  const shipments = await shipmentsOf(tx, orderId);
  const code = clientCode(orderId, shipments.length + 1);
  await tx.run(sql`
    insert into parcel (order_id, client_order_code, status, created_at, updated_at)
    values (${orderId}, ${code}, ${ownStatuses.byHand}, ${now}, ${now})`);
}

/** Enqueues another booking of a shipment that the carrier refused, or that was to be sent manually. */
async function rebookRefused(tx: Tx, { id }: Shipment, now: Date): Promise<void> {
  await tx.run(sql`
    update parcel set status = ${ownStatuses.toBook}, failure = '', cancel_requested_at = null, updated_at = ${now}
    where id = ${id}`);
  await enqueueJob(tx, { do: "book", parcel: id });
}

/**
 * An address from a merchant's program has no ids of the carrier's map; the names of its ward, district and province may suffice. Since
 * July 2025 there are no districts.
 */
const hasNamedAddress = sql`not exists (
    select from unnest(array['address_1', 'address_2', 'city']) part where coalesce(o.shipping ->> part, '') = '')
  and exists (select from order_charge c where c.order_id = o.id and c.kind = 'shipping')`;

/** The carrier delivers in Vietnam only; an address without a country counts as domestic. */
const isDomestic = sql`upper(coalesce(o.shipping ->> 'country', '')) in ('', 'VN')`;

const isShippable = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.one(sql`
    select id from orders o where id = ${orderId} and shipping_method = 'flat_rate' and ${isDomestic}
      and (location is not null or (${hasNamedAddress}))`)) !== undefined;

/**
 * Enqueues the booking of an order's shipment, once however often it is called. Pickup orders, and orders without an
 * address in the carrier's districts, have none. Call it with the order locked.
 */
export async function bookShipment(tx: Tx, orderId: number, now: Date): Promise<void> {
  if (!(await isShippable(tx, orderId))) return;
  const shipments = await shipmentsOf(tx, orderId);
  if (shipments.some(({ status }) => status !== "cancel" && status !== ownStatuses.refused)) return;
  const refused = shipments.find(({ status }) => status === ownStatuses.refused);
  if (refused) await rebookRefused(tx, refused, now);
  else await insertShipment(tx, { orderId, nth: shipments.length + 1, now });
}

export type RebookResult =
  | { ok: true; shipmentId: number }
  | { ok: false; reason: "no shipment" | "under way"; trackingCode: string | null };

/**
 * Books on a merchant's request: again after a refusal, or another shipment after the earlier ones have ended. Call it with
 * the order locked.
 */
export async function rebookShipment(tx: Tx, orderId: number, now: Date): Promise<RebookResult> {
  if (!(await isShippable(tx, orderId))) return { ok: false, reason: "no shipment", trackingCode: null };
  const shipments = await shipmentsOf(tx, orderId);
  const waiting = shipments.find(({ status }) => status === ownStatuses.refused || status === ownStatuses.byHand);
  if (waiting) {
    await rebookRefused(tx, waiting, now);
    return { ok: true, shipmentId: waiting.id };
  }
  const open = shipments.find(({ status }) => !isEnd(status));
  if (open) return { ok: false, reason: "under way", trackingCode: open.trackingCode };
  const shipmentId = await insertShipment(tx, { orderId, nth: shipments.length + 1, now });
  return { ok: true, shipmentId };
}

async function cancelOne(tx: Tx, shipment: Shipment, now: Date): Promise<void> {
  const { id, carrier, trackingCode, clientOrderCode, sentAt, status } = shipment;
  // the carrier cannot have it, or it is with a carrier that has no API here
  const isImmediate = carrier !== "ghn" || status === ownStatuses.refused || (trackingCode === null && sentAt === null);
  await tx.run(sql`
    update parcel set cancel_requested_at = ${now}, updated_at = ${now},
      status = case when ${isImmediate} then 'cancel' else status end where id = ${id}`);
  if (!isImmediate)
    await enqueueJob(tx, { do: "stop", parcel: id, trackingCode, clientOrderCode, askedAt: now.toISOString() });
}

/**
 * Enqueues the cancellation of one shipment. Call it with the order locked.
 * @returns false if it was picked up, has ended, or is being cancelled
 */
export async function cancelIfWaiting(tx: Tx, shipment: Shipment, now: Date): Promise<boolean> {
  if (!isBeforePickUp(shipment.status) || shipment.cancelRequestedAt !== null) return false;
  await cancelOne(tx, shipment, now);
  return true;
}

/**
 * Enqueues the cancellation of an order's shipments that have not been picked up; for the others it adds a note, since only
 * a person can have them returned. Call it with the order locked.
 * @returns the number of shipments to be cancelled
 */
export async function cancelShipments(tx: Tx, orderId: number, now: Date): Promise<number> {
  const shipments = (await shipmentsOf(tx, orderId)).filter(({ status }) => !isEnd(status));
  let cancelled = 0;
  for (const shipment of shipments) if (await cancelIfWaiting(tx, shipment, now)) cancelled++;
  for (const { status, trackingCode, clientOrderCode } of shipments)
    if (!isBeforePickUp(status))
      await addOrderNote(tx, orderId, t("vi", "parcel_notes.too_late", { code: trackingCode ?? clientOrderCode }), now);
  return cancelled;
}

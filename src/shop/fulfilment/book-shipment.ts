import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { noteOrder } from "#shop/orders/index.ts";
import { isBeforePickUp, isEnd, ownStatuses } from "#shop/shipping/index.ts";
import { type Parcel, type ParcelWork, parcelKind, parcelsOf } from "./shipment.ts";

const work = (tx: Tx, task: ParcelWork): Promise<number> => enqueue(tx, parcelKind, task);

/** A number of its own for each parcel of an order: the carrier takes each only once. */
async function writeParcel(tx: Tx, { orderId, nth, now }: { orderId: number; nth: number; now: Date }): Promise<void> {
  const code = nth === 1 ? `LIANNE-${orderId}` : `LIANNE-${orderId}-${nth}`;
  const row = await tx.one<{ id: number }>(sql`
    insert into parcel (order_id, client_order_code, status, created_at, updated_at)
    values (${orderId}, ${code}, ${ownStatuses.toBook}, ${now}, ${now}) returning id`);
  if (row) await work(tx, { do: "book", parcel: row.id });
}

/** Asks the carrier again to take a parcel that it has refused, or that was to go by hand. */
async function bookAgain(tx: Tx, { id }: Parcel, now: Date): Promise<void> {
  await tx.run(sql`
    update parcel set status = ${ownStatuses.toBook}, failure = '', cancel_asked_at = null, updated_at = ${now}
    where id = ${id}`);
  await work(tx, { do: "book", parcel: id });
}

/** What is typed by a merchant's program has no place on the carrier's map, but ward, district and province may have names. */
const isNamed = sql`not exists (
    select from unnest(array['address_1', 'address_2', 'state', 'city']) part where coalesce(o.shipping ->> part, '') = '')
  and exists (select from order_charge c where c.order_id = o.id and c.kind = 'shipping')`;

/** The carrier's map ends at the border; who names no country means this one. */
const isDomestic = sql`upper(coalesce(o.shipping ->> 'country', '')) in ('', 'VN')`;

const isShipment = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.one(sql`
    select id from orders o where id = ${orderId} and shipping_method = 'flat_rate' and ${isDomestic}
      and (location is not null or (${isNamed}))`)) !== undefined;

/**
 * Has an order's parcel booked after this transaction commits: once, however often it is asked. An order that is collected,
 * or has no address that the carrier could know, has none. Call it with the order locked.
 */
export async function bookParcel(tx: Tx, orderId: number, now: Date): Promise<void> {
  if (!(await isShipment(tx, orderId))) return;
  const parcels = await parcelsOf(tx, orderId);
  if (parcels.some(({ status }) => status !== "cancel" && status !== ownStatuses.refused)) return;
  const refused = parcels.find(({ status }) => status === ownStatuses.refused);
  if (refused) await bookAgain(tx, refused, now);
  else await writeParcel(tx, { orderId, nth: parcels.length + 1, now });
}

export type Rebooked = { ok: true } | { ok: false; because: "no shipment" | "under way"; trackingCode: string | null };

/**
 * A merchant asks for an order's parcel: the one that was refused once more, or another one after those that have arrived,
 * come back or been lost. Call it with the order locked.
 */
export async function bookAnother(tx: Tx, orderId: number, now: Date): Promise<Rebooked> {
  if (!(await isShipment(tx, orderId))) return { ok: false, because: "no shipment", trackingCode: null };
  const parcels = await parcelsOf(tx, orderId);
  const waiting = parcels.find(({ status }) => status === ownStatuses.refused || status === ownStatuses.byHand);
  if (waiting) {
    await bookAgain(tx, waiting, now);
    return { ok: true };
  }
  const underWay = parcels.find(({ status }) => !isEnd(status));
  if (underWay) return { ok: false, because: "under way", trackingCode: underWay.trackingCode };
  await writeParcel(tx, { orderId, nth: parcels.length + 1, now });
  return { ok: true };
}

async function stopOne(tx: Tx, parcel: Parcel, now: Date): Promise<void> {
  const { id, carrier, trackingCode, clientOrderCode, sentAt, status } = parcel;
  // the carrier cannot have it, or nobody can ask the one that has
  const atOnce = carrier !== "ghn" || status === ownStatuses.refused || (trackingCode === null && sentAt === null);
  await tx.run(sql`
    update parcel set cancel_asked_at = ${now}, updated_at = ${now},
      status = case when ${atOnce} then 'cancel' else status end where id = ${id}`);
  if (!atOnce) await work(tx, { do: "stop", parcel: id, trackingCode, clientOrderCode, askedAt: now.toISOString() });
}

/**
 * Has an order's parcels stopped after this transaction commits, as far as they have not been picked up: the others only a
 * person can have sent back. Call it with the order locked.
 * @returns how many are to be stopped
 */
export async function cancelParcels(tx: Tx, orderId: number, now: Date): Promise<number> {
  const parcels = (await parcelsOf(tx, orderId)).filter(({ status }) => !isEnd(status));
  const waiting = parcels.filter(({ status, cancelAskedAt }) => isBeforePickUp(status) && cancelAskedAt === null);
  for (const parcel of waiting) await stopOne(tx, parcel, now);
  for (const { status, trackingCode, clientOrderCode } of parcels)
    if (!isBeforePickUp(status))
      await noteOrder(tx, orderId, t("vi", "parcel_notes.too_late", { code: trackingCode ?? clientOrderCode }), now);
  return waiting.length;
}

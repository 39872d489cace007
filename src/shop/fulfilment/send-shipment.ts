import { type Dong, formatDong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import { findOrder, isFulfillable, lockOrder, type Order } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient, maxCod, ownStatuses, type ParcelSize } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { codAmountFor } from "./cod-balance.ts";
import { type DescribedShipment, describeShipment, destinationsOf } from "./describe-shipment.ts";
import { lockShipment } from "./lock-shipment.ts";
import { nextPollAt } from "./next-poll.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { reconcileCod } from "./reconcile-cod-amount.ts";
import { findShipment, type Shipment, type ShipmentJob, shipmentJobKind } from "./shipment.ts";
import { storeSentSize } from "./update-parcel-size.ts";

interface ClaimedShipment {
  shipment: Shipment;
  order: Order;
}

/**
 * Claims a shipment that is to be booked and records that the carrier is being called. Null if there is nothing to book.
 */
async function claim(tx: Tx, shop: AppContext, id: number): Promise<ClaimedShipment | null> {
  const shipment = await lockShipment(tx, await findShipment(tx, id));
  const order = shipment && (await findOrder(tx, shipment.orderId));
  if (!order || shipment.status !== ownStatuses.toBook || shipment.cancelRequestedAt) return null;
  const now = shop.clock.now();
  if (!isFulfillable(order.status) || !shop.config.ghn) {
    const status = isFulfillable(order.status) ? ownStatuses.byHand : "cancel";
    await tx.run(sql`update parcel set status = ${status}, updated_at = ${now} where id = ${id}`);
    return null;
  }
  const codAmount = await codAmountFor(tx, shipment);
  await tx.run(sql`update parcel set cod_amount = ${codAmount}, sent_at = coalesce(sent_at, ${now}) where id = ${id}`);
  return { shipment: { ...shipment, codAmount }, order };
}

export interface CarrierBooking {
  trackingCode: string;
  fee: Dong | null;
  expectedAt: Date | null;
  /** the COD amount that the carrier has from an earlier try, if it reports it */
  codAmount?: Dong | null;
  /** that was sent; missing for the booking of an earlier try */
  size?: ParcelSize;
}

/**
 * Books with the carrier; after an earlier try, first looks for its result. An address that it refuses is sent once more in
 * the other scheme. @throws UpstreamUnavailableError, GhnRejectedError
 */
export async function createAtCarrier(
  shop: AppContext,
  claimed: DescribedShipment & { shipment: Pick<Shipment, "sentAt"> },
): Promise<CarrierBooking> {
  if (!shop.config.ghn) throw new Error("no carrier is configured");
  const client = ghnClient(shop.config.ghn);
  const known = claimed.shipment.sentAt && (await client.byClientCode(claimed.shipment.clientOrderCode));
  if (known) return known;
  const parcel = await describeShipment(shop, claimed);
  const [place, otherPlace] = await destinationsOf(shop, claimed.order);
  const size = { weightG: parcel.weightG, cm: parcel.cm };
  try {
    return { ...(await client.create({ ...parcel, place })), size };
  } catch (error) {
    if (!otherPlace || !isWrongAddress(error)) throw error;
    return { ...(await client.create({ ...parcel, place: otherPlace })), size };
  }
}

const addressErrors = new Set(["WARD_IS_INVALID", "DISTRICT_IS_INVALID", "PROVINCE_IS_INVALID"]);
const isWrongAddress = (error: unknown): boolean => error instanceof GhnRejectedError && addressErrors.has(error.code);

/** Metadata key of the tracking code, as WooCommerce's tracking plugins use it. */
export const trackingNumberKey = "_tracking_number";

/** Stores the tracking code in the order's metadata, where merchants' programs read it. */
export const storeTrackingNumber = async (tx: Tx, orderId: number, code: string, now: Date): Promise<void> => {
  const order = await findOrder(tx, orderId);
  const metaData = mergeMeta(order?.metaData ?? [], [{ key: trackingNumberKey, value: code }]);
  await tx.run(sql`update orders set meta_data = ${json(metaData)}::jsonb, modified_at = ${now} where id = ${orderId}`);
};
async function recordBooking(
  tx: Tx,
  { shipment: before, shop }: { shipment: Shipment; shop: AppContext },
  booking: CarrierBooking,
): Promise<void> {
  const { id, orderId, createdAt, clientOrderCode } = before;
  const now = shop.clock.now();
  await lockOrder(tx, orderId);
  const { trackingCode, fee, expectedAt, codAmount = null, size } = booking;
  if (size) await storeSentSize(tx, id, size);
  await tx.run(sql`
    update parcel set tracking_code = ${trackingCode}, fee = ${fee}, expected_at = ${expectedAt}, failure = '',
      cod_amount = coalesce(${codAmount}::bigint, cod_amount),
      status = case when status = ${ownStatuses.toBook} then 'ready_to_pick' else status end,
      next_poll_at = ${nextPollAt({ status: "ready_to_pick", createdAt }, shop)}, updated_at = ${now} where id = ${id}`);
  await tx.run(sql`
    insert into parcel_event (parcel_id, status, at) select id, 'ready_to_pick', ${now}::timestamptz from parcel
    where id = ${id} on conflict do nothing`);
  const shipment = await findShipment(tx, id);
  if (shipment && !shipment.cancelRequestedAt) {
    await storeTrackingNumber(tx, orderId, trackingCode, now);
    // the amount due may have changed during the carrier call
    return reconcileCod(tx, orderId, now);
  }
  // cancelled, or deleted with its order, during the carrier call
  const askedAt = (shipment?.cancelRequestedAt ?? now).toISOString();
  const stop: ShipmentJob = { do: "stop", parcel: id, trackingCode, clientOrderCode, askedAt };
  await enqueue(tx, shipmentJobKind, stop);
}

async function recordRejection(tx: Tx, shipment: Shipment, { reason, note, now }: BookingRejection): Promise<void> {
  await lockOrder(tx, shipment.orderId);
  const updated = await tx.run(sql`
    update parcel set status = ${ownStatuses.refused}, failure = ${reason}, updated_at = ${now}
    where id = ${shipment.id} and status = ${ownStatuses.toBook}`);
  if (updated > 0)
    await notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_refused", note }, reason, now });
}
interface BookingRejection {
  reason: string;
  note: "refused" | "too_much_cash";
  now: Date;
}

/**
 * Job: books one shipment with the carrier, once, since the carrier accepts each client order code only once. The merchant
 * is notified of a refusal; without a response the job is rescheduled.
 * @throws RescheduleJob
 */
export async function sendShipment(shop: AppContext, id: number): Promise<void> {
  const claimed = await shop.db.transaction((tx) => claim(tx, shop, id));
  if (!claimed) return;
  const { shipment } = claimed;
  const refuse = (reason: string, note: BookingRejection["note"]) =>
    shop.db.transaction((tx) => recordRejection(tx, shipment, { reason, note, now: shop.clock.now() }));
  if (shipment.codAmount > maxCod) return refuse(formatDong(shipment.codAmount), "too_much_cash");
  try {
    const booking = await createAtCarrier(shop, claimed);
    await shop.db.transaction((tx) => recordBooking(tx, { shipment, shop }, booking));
  } catch (error) {
    if (error instanceof GhnRejectedError) return refuse(error.message, "refused");
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, id, shipment.createdAt);
    throw error;
  }
}

import type { Dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { Order } from "#shop/orders/index.ts";
import { GhnRejectedError, ownStatuses } from "#shop/shipping/index.ts";
import { cancelAtCarrier } from "./cancel-shipment.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { nextPollAt } from "./next-poll.ts";
import { reconcileCod } from "./reconcile-cod-amount.ts";
import { recordTrackingEvent } from "./record-tracking-event.ts";
import { type CarrierBooking, createAtCarrier, storeTrackingNumber } from "./send-shipment.ts";
import { storeSentSize } from "./update-parcel-size.ts";
import {
  findBooked,
  findShipment,
  isBooked,
  type Shipment,
  type ShipmentJob,
  shipmentJobKind,
  shipmentsOf,
} from "./shipment.ts";

/** After this time without a response the new booking is abandoned: the order must not wait for it any longer. */
const bookingTimeoutMs = 10 * minuteMs;
const retryMs = 10 * secondMs;

interface ParcelReplacement {
  /** from {@link findBookedParcel}, at the beginning */
  parcelId: number;
  /** the order with its new destination, not stored yet */
  order: Order;
  clientOrderCode: string;
  codAmount: Dong;
  /** since when the carrier is called about it */
  since: Date;
}

/** Both are with the carrier; {@link storeReplacement} stores it. */
export interface ReplacedParcel {
  old: Shipment;
  clientOrderCode: string;
  codAmount: Dong;
  booking: CarrierBooking;
}

/** A refusal has the carrier's reason, "" without a response: the old booking is as it was. */
type ReplacementResult = { ok: true; parcel: ReplacedParcel } | { ok: false; reason: string };

/** The parcel of an order that can be booked again. */
export const findBookedParcel = async (reader: Reader, orderId: number): Promise<number | null> =>
  (await findBooked(reader, orderId))?.id ?? null;

/**
 * Another parcel of an order than the one that is booked again, which the carrier has, or is about to get, with the order's present
 * address: it has to be replaced too. @param parcelId null if none is booked again
 */
export const findOtherParcel = async (
  reader: Reader,
  orderId: number,
  parcelId: number | null,
): Promise<number | null> =>
  (await shipmentsOf(reader, orderId)).find(
    (other) => other.id !== parcelId && (isBooked(other) || (parcelId !== null && other.status === ownStatuses.toBook)),
  )?.id ?? null;

/** Marked before the carrier is called: its webhook about the cancellation is then no reason to notify the merchant. */
const markCancelled = (shop: AppContext, { id }: Shipment, at: Date | null): Promise<unknown> =>
  shop.db.write(
    sql`update parcel set cancel_requested_at = ${at}::timestamptz where id = ${id} and status <> 'cancel'`,
  );

/** @returns the carrier's reason for a refusal */
async function book(
  shop: AppContext,
  { order, clientOrderCode, codAmount, since }: ParcelReplacement,
  old: Shipment,
): Promise<CarrierBooking | string> {
  const now = shop.clock.now();
  try {
    // an earlier run of the job may have booked it
    return await createAtCarrier(shop, { shipment: { clientOrderCode, codAmount, sentAt: now }, order });
  } catch (error) {
    if (error instanceof GhnRejectedError) return error.message;
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    // once the old booking's cancellation was sent, it may have taken effect: the order needs the new one
    const isTimedOut = old.cancelRequestedAt === null && now.getTime() - since.getTime() >= bookingTimeoutMs;
    return isTimedOut ? "" : rescheduleForCarrier(shop, old.id, since);
  }
}

/**
 * Books an order's parcel again at the carrier, then cancels the old booking, which stays valid if either is refused: then call
 * {@link withdrawReplacement}. It can be called again after a crash. Never call it inside a transaction.
 * @throws RescheduleJob without the carrier's response
 */
export async function replaceParcel(shop: AppContext, replacement: ParcelReplacement): Promise<ReplacementResult> {
  const { parcelId, clientOrderCode, codAmount, since } = replacement;
  const old = await findShipment(shop.db, parcelId);
  if (!shop.config.ghn || !old) return { ok: false, reason: "" };
  // its booking was refused or cancelled before the carrier assigned one
  if (old.trackingCode === null && old.status !== ownStatuses.toBook) return { ok: false, reason: old.failure };
  if (old.trackingCode === null) throw new RescheduleJob(new Date(shop.clock.now().getTime() + retryMs));
  const booking = await book(shop, replacement, old);
  if (typeof booking === "string") return { ok: false, reason: booking };
  try {
    await markCancelled(shop, old, shop.clock.now());
    const reason = await cancelAtCarrier(shop, old);
    if (reason === null) return { ok: true, parcel: { old, clientOrderCode, codAmount, booking } };
    // it was picked up
    await markCancelled(shop, old, null);
    return { ok: false, reason };
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, old.id, since);
    throw error;
  }
}

/** Stores both bookings. Call it with the order locked, after its new destination and total are stored. */
export async function storeReplacement(
  tx: Tx,
  shop: AppContext,
  { old, clientOrderCode, codAmount, booking }: ReplacedParcel,
): Promise<void> {
  const now = shop.clock.now();
  const { trackingCode, fee, expectedAt } = booking;
  // an earlier run may have booked it with another amount, which is corrected below
  const sentCod = booking.codAmount ?? codAmount;
  const current = await findShipment(tx, old.id);
  if (current) await recordTrackingEvent(tx, current, { status: "cancel", at: now }, { notify: false });
  await tx.run(sql`
    update parcel set status = 'cancel', cancel_requested_at = coalesce(cancel_requested_at, ${now}), next_poll_at = null, failure = '',
      updated_at = ${now} where id = ${old.id}`);
  const next = nextPollAt({ status: "ready_to_pick", createdAt: now }, shop);
  const row = await tx.one<{ id: number }>(sql`
    insert into parcel (order_id, client_order_code, tracking_code, status, cod_amount, fee, expected_at, sent_at, next_poll_at, created_at, updated_at)
    values (${old.orderId}, ${clientOrderCode}, ${trackingCode}, 'ready_to_pick', ${sentCod}, ${fee}::bigint, ${expectedAt}::timestamptz, ${now}, ${next}, ${now}, ${now})
    returning id`);
  if (!row) throw new Error("parcel: insert returned no row");
  if (booking.size) await storeSentSize(tx, row.id, booking.size);
  await tx.run(sql`insert into parcel_event (parcel_id, status, at) values (${row.id}, 'ready_to_pick', ${now})`);
  await storeTrackingNumber(tx, old.orderId, trackingCode, now);
  await reconcileCod(tx, old.orderId, now);
}

/**
 * Cancels the booking that was to replace a parcel. The old booking stays valid; but if its cancellation was sent, that may have taken
 * effect: it is completed, and the order is booked again as it is then, unless it was closed. Call it with the order locked.
 */
export async function withdrawReplacement(
  tx: Tx,
  { parcelId, clientOrderCode, now }: Pick<ParcelReplacement, "parcelId" | "clientOrderCode"> & { now: Date },
): Promise<void> {
  const stop = (parcel: number, trackingCode: string | null, code: string): Promise<number> => {
    const job: ShipmentJob = { do: "stop", parcel, trackingCode, clientOrderCode: code, askedAt: now.toISOString() };
    return enqueue(tx, shipmentJobKind, job);
  };
  // the carrier may have it although its response was lost; no parcel is stored under the code
  await stop(0, null, clientOrderCode);
  const old = await findShipment(tx, parcelId);
  // without a tracking code its cancellation was not sent from here
  if (!old || old.trackingCode === null || old.cancelRequestedAt === null) return;
  await tx.run(sql`update parcel set rebook = true where id = ${parcelId}`);
  await stop(parcelId, old.trackingCode, old.clientOrderCode);
}

import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isDuplicate, sql, type Tx } from "#shop/kernel/db/database.ts";
import { RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { findOrder, isFulfillable, lockOrder, type VersionCheck } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient, isBeforePickUp, isEnd, ownStatuses } from "#shop/shipping/index.ts";
import { cancelIfWaiting, rebookShipment } from "../book-shipment.ts";
import { lockShipment } from "../lock-shipment.ts";
import { recordManualShipment } from "../manual-shipment.ts";
import { pollNow } from "../poll-shipment.ts";
import { sendShipment } from "../send-shipment.ts";
import { findShipment, type Shipment } from "../shipment.ts";
import {
  carrierError,
  carrierRejected,
  carrierUnavailable,
  codeTaken,
  noShipment,
  orderNotFound,
  parcelNotFound,
  shipmentInTransit,
  wrongState,
} from "./parcel-errors.ts";

/** Locks an order whose goods are or will be sent. @throws HttpError 404, 409 */
export async function lockOpenOrder(tx: Tx, orderId: number, lang: Language): Promise<void> {
  const order = (await lockOrder(tx, orderId)) ? await findOrder(tx, orderId) : undefined;
  if (!order) throw orderNotFound(lang);
  if (!isFulfillable(order.status)) throw wrongState(lang, "order_closed", order.status);
}

/** @throws HttpError 404 */
async function lockParcel(tx: Tx, id: number, lang: Language): Promise<Shipment> {
  const shipment = await lockShipment(tx, await findShipment(tx, id));
  if (!shipment) throw parcelNotFound(lang);
  return shipment;
}

/**
 * Books the parcel of an order, as the command `parcels book` does, and waits for the carrier's response. If the carrier does not respond,
 * the parcel stays `to_book`, and its job tries again.
 * @returns the parcel's id
 * @param check requires the version of the order that the staff member has seen
 * @throws HttpError 404; 409 if there is nothing to book; 502 with the carrier's rejection
 */
export async function bookParcel(
  shop: AppContext,
  orderId: number,
  { lang, check }: { lang: Language; check?: VersionCheck },
): Promise<number> {
  const now = shop.clock.now();
  const id = await shop.db.transaction(async (tx) => {
    await lockOpenOrder(tx, orderId, lang);
    await check?.(tx);
    if (!shop.config.ghn) throw noShipment(lang, "no_carrier");
    const booked = await rebookShipment(tx, orderId, now);
    if (booked.ok) return booked.shipmentId;
    throw booked.reason === "no shipment"
      ? noShipment(lang, "no_shipment")
      : shipmentInTransit(lang, booked.trackingCode);
  });
  await sendShipment(shop, id).catch((error: unknown) => {
    if (!(error instanceof RescheduleJob)) throw error;
  });
  const shipment = await findShipment(shop.db, id);
  if (shipment?.status === ownStatuses.refused) throw carrierError(lang, shipment.failure);
  return id;
}

/** @returns the order's id @throws HttpError 404 */
export async function orderOfParcel(shop: AppContext, id: number, lang: Language): Promise<number> {
  const shipment = await findShipment(shop.db, id);
  if (!shipment) throw parcelNotFound(lang);
  return shipment.orderId;
}

/** Cancels a parcel before its pick-up. @throws HttpError 404; 409 if it was picked up or has ended */
export const cancelParcel = (shop: AppContext, id: number, lang: Language): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const shipment = await lockParcel(tx, id, lang);
    if (await cancelIfWaiting(tx, shipment, shop.clock.now())) return;
    if (isBeforePickUp(shipment.status) || isEnd(shipment.status)) throw noShipment(lang, "nothing_to_cancel");
    throw shipmentInTransit(lang, shipment.trackingCode);
  });

/** The carrier's errors as responses. */
async function callCarrier<T>(lang: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GhnRejectedError) throw carrierRejected(lang, error);
    if (error instanceof UpstreamUnavailableError) throw carrierUnavailable(lang);
    throw error;
  }
}

/** Requests the status of a parcel from its carrier now. @throws HttpError 404; 409 without a carrier's code; 502 */
export async function pollParcel(shop: AppContext, id: number, lang: Language): Promise<void> {
  if (!(await findShipment(shop.db, id))) throw parcelNotFound(lang);
  const found = await callCarrier(lang, () => pollNow(shop, id));
  if (found === null) throw noShipment(lang, "no_shipment");
  if (!found) throw carrierError(lang, "");
}

/**
 * Requests another delivery attempt, or the return, of a parcel that could not be delivered; its new status is polled.
 * @throws HttpError 404; 409 without a carrier's code; 502 with the carrier's rejection
 */
export async function switchParcel(
  shop: AppContext,
  id: number,
  { to, lang }: { to: "storing" | "return"; lang: Language },
): Promise<void> {
  const { ghn } = shop.config;
  const shipment = await findShipment(shop.db, id);
  if (!shipment) throw parcelNotFound(lang);
  const { trackingCode, carrier, status } = shipment;
  if (!ghn || trackingCode === null || carrier !== "ghn") throw noShipment(lang, "no_shipment");
  if (isEnd(status) || isBeforePickUp(status)) throw wrongState(lang, "not_under_way", status);
  await callCarrier(lang, async () => {
    await ghnClient(ghn).switchStatus(trackingCode, to);
    await pollNow(shop, id);
  });
}

const orderWithCode = async (shop: AppContext, code: string): Promise<number | undefined> =>
  (
    await shop.db.one<{ orderId: number }>(
      sql`select order_id "orderId" from parcel where tracking_code = ${code} or client_order_code = ${code}`,
    )
  )?.orderId;

interface TrackInput {
  code: string;
  carrier: string;
  notify: boolean;
}

/**
 * Records the tracking code of a parcel that was sent manually.
 * @returns the parcel's id
 * @throws HttpError 404; 409 for a closed order; 400 for a code that a parcel has already, with the number of its order
 */
export async function trackParcel(
  shop: AppContext,
  orderId: number,
  { code, carrier, notify, lang }: TrackInput & { lang: Language },
): Promise<number> {
  const taken = await orderWithCode(shop, code);
  if (taken !== undefined) throw codeTaken(lang, taken);
  const now = shop.clock.now();
  try {
    return await shop.db.transaction(async (tx) => {
      await lockOpenOrder(tx, orderId, lang);
      const recorded = await recordManualShipment(tx, orderId, { trackingCode: code, carrier, notify, now });
      const row = await tx.one<{ id: number; orderId: number }>(
        sql`select id, order_id "orderId" from parcel where tracking_code = ${code}`,
      );
      if (!row) throw new Error("parcel: the code was not recorded");
      // another request recorded it after the check above
      if (!recorded) throw codeTaken(lang, row.orderId);
      return row.id;
    });
  } catch (error) {
    // another request recorded the same code meanwhile
    const other = isDuplicate(error) ? await orderWithCode(shop, code) : undefined;
    if (other !== undefined) throw codeTaken(lang, other);
    throw error;
  }
}

import type { ParcelWebhook } from "#contract/endpoints/parcels.ts";
import { momentOf } from "#contract/lenient.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isEnd, needsConfirming } from "#shop/shipping/index.ts";
import { lockShipment } from "./lock-shipment.ts";
import { scheduleShipmentPoll } from "./poll-shipment.ts";
import { latestEventAt, recordTrackingEvent } from "./record-tracking-event.ts";
import { findWebhookShipment, type Shipment } from "./shipment.ts";

/** The time of the event; an implausible one, or one in the future, is replaced by now. */
function eventTime({ Time: time }: ParcelWebhook, now: Date): Date {
  const at = momentOf(time);
  return at && at <= now ? at : now;
}

/** Records a transit event, and sets the shipment's status unless a newer event is known. */
async function applyTransitEvent(
  tx: Tx,
  shipment: Shipment,
  { status, at, payload, now }: TransitEvent,
): Promise<void> {
  const latest = await latestEventAt(tx, shipment.id);
  // the booking response has already recorded it
  const source = /^create$/i.test(payload.Type ?? "") ? "log" : "webhook";
  const fresh = await recordTrackingEvent(tx, shipment, { status, at, payload }, { source });
  if (!fresh || (latest && latest > at) || isEnd(shipment.status)) return;
  await tx.run(sql`update parcel set status = ${status}, updated_at = ${now} where id = ${shipment.id}`);
}
interface TransitEvent {
  status: string;
  at: Date;
  payload: ParcelWebhook;
  now: Date;
}

/** Whether a webhook must be confirmed by polling the carrier before it takes effect: see `applyCarrierStatus`. */
const needsCarrierConfirmation = (
  { Type: type, CODTransferDate: paidOut, ShopID: shopId, OrderCode: orderCode }: ParcelWebhook,
  { status }: Shipment,
  reportedStatus?: string,
): boolean =>
  reportedStatus === undefined ||
  // it identifies the shipment by less than it could
  shopId === undefined ||
  !orderCode ||
  needsConfirming(reportedStatus) ||
  isEnd(status) ||
  Boolean(paidOut) ||
  !/^(create|switch_status)$/i.test(type ?? "create");

/**
 * Handles GHN's unsigned webhook. Transit events are trusted if shop id and both tracking codes match; every other status,
 * and a webhook without one of them, is confirmed by polling GHN. Webhooks may be repeated, late and out of order.
 * @returns whether it was about one of our shipments
 */
export async function handleCarrierWebhook(shop: AppContext, webhook: ParcelWebhook): Promise<boolean> {
  const { ShopID: shopId, OrderCode: orderCode = "", ClientOrderCode: clientOrderCode, Status: status } = webhook;
  const ours = shop.config.ghn?.shopId ?? null;
  if (!clientOrderCode || (ours !== null && shopId !== undefined && shopId !== ours)) return false;
  return shop.db.transaction(async (tx) => {
    const shipment = await lockShipment(tx, await findWebhookShipment(tx, { orderCode, clientOrderCode }));
    if (shipment?.carrier !== "ghn") return false;
    // the booking is in progress, and its response has more details
    if (shipment.trackingCode === null) return true;
    const now = shop.clock.now();
    const at = eventTime(webhook, now);
    if (needsCarrierConfirmation(webhook, shipment, status))
      await scheduleShipmentPoll(
        tx,
        shipment.id,
        `parcel-poll:${shipment.id}:${webhook.Type ?? ""}:${status ?? ""}:${at.toISOString()}`,
      );
    else if (status !== undefined) await applyTransitEvent(tx, shipment, { status, at, payload: webhook, now });
    return true;
  });
}

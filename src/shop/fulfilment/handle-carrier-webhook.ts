import type { ParcelWebhook } from "#contract/endpoints/parcels.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isEnd, needsConfirming } from "#shop/shipping/index.ts";
import { lockParcel } from "./lock-shipment.ts";
import { askSoon } from "./poll-shipment.ts";
import { newestStep, recordTrackingEvent } from "./record-tracking-event.ts";
import { noticedParcel, type Parcel } from "./shipment.ts";

/** When it happened; a carrier does not tell of what is still to come. */
function timeOf({ Time: time }: ParcelWebhook, now: Date): Date {
  const at = time ? new Date(time) : now;
  return at.getTime() <= now.getTime() ? at : now; // NaN is not
}

/** A step on the way: written down, and taken for the parcel's status where nothing newer is known. */
async function takeStep(tx: Tx, parcel: Parcel, { status, at, payload, now }: Told): Promise<void> {
  const newest = await newestStep(tx, parcel.id);
  // that it was taken the carrier's answer has said already
  const source = /^create$/i.test(payload.Type ?? "") ? "logged" : "told";
  const fresh = await recordTrackingEvent(tx, parcel, { status, at, payload }, { source });
  if (!fresh || (newest && newest > at) || isEnd(parcel.status)) return;
  await tx.run(sql`update parcel set status = ${status}, updated_at = ${now} where id = ${parcel.id}`);
}
interface Told {
  status: string;
  at: Date;
  payload: ParcelWebhook;
  now: Date;
}

/** What has to be confirmed by the carrier itself before anything comes of it: see `settleParcel`. */
const needsCarrierConfirmation = (
  { Type: type, CODTransferDate: paidOut }: ParcelWebhook,
  { status }: Parcel,
  told?: string,
): boolean =>
  told === undefined ||
  needsConfirming(told) ||
  isEnd(status) ||
  Boolean(paidOut) ||
  !/^(create|switch_status)$/i.test(type ?? "create");

/**
 * Hears what somebody who knows the webhook's address tells of a parcel. Nothing is signed: steps on the way are believed if
 * shop and both codes are right, everything else is asked of the carrier. Notices may come twice, late, and in any order.
 * @returns whether it was about a parcel of ours
 */
export async function handleCarrierWebhook(shop: AppContext, notice: ParcelWebhook): Promise<boolean> {
  const { ShopID: shopId, OrderCode: orderCode, ClientOrderCode: clientOrderCode, Status: status } = notice;
  const ours = shop.config.ghn?.shopId ?? null;
  if (!orderCode || !clientOrderCode || (ours !== null && shopId !== ours)) return false;
  return shop.db.transaction(async (tx) => {
    const parcel = await lockParcel(tx, await noticedParcel(tx, { orderCode, clientOrderCode }));
    if (parcel?.carrier !== "ghn") return false;
    // its booking is still under way, and will know more
    if (parcel.trackingCode === null) return true;
    const now = shop.clock.now();
    const at = timeOf(notice, now);
    if (needsCarrierConfirmation(notice, parcel, status))
      await askSoon(tx, parcel.id, `parcel-ask:${parcel.id}:${notice.Type ?? ""}:${status ?? ""}:${at.toISOString()}`);
    else if (status !== undefined) await takeStep(tx, parcel, { status, at, payload: notice, now });
    return true;
  });
}

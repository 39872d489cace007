import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { GhnRefused, ghnClient } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { lockParcel } from "./lock-shipment.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { notifyIfUnshipped } from "./notify-unshipped.ts";
import { recordTrackingEvent } from "./record-tracking-event.ts";
import { findParcel, type Parcel, type ParcelWork } from "./shipment.ts";

type Stop = Extract<ParcelWork, { do: "stop" }>;

/** Why the carrier would not, null where the parcel has been stopped or was never taken. @throws NoAnswer */
async function stopAtCarrier(shop: AppContext, { trackingCode, clientOrderCode }: Stop): Promise<string | null> {
  if (!shop.config.ghn) return null;
  const client = ghnClient(shop.config.ghn);
  const code = trackingCode ?? (await client.byClientCode(clientOrderCode))?.trackingCode;
  if (!code) return null;
  const answer = await client.cancel(code).catch((error: unknown) => {
    if (error instanceof GhnRefused) return { stopped: false, message: error.message };
    throw error;
  });
  if (answer.stopped) return null;
  // a second asking is refused where the first was heard and its answer lost
  return (await client.detail(code))?.status === "cancel" ? null : answer.message;
}

/** What cannot be stopped any more is right as it is where its order is being processed again. */
const goesOn = async (tx: Tx, { id, orderId }: Parcel): Promise<boolean> =>
  (await tx.run(sql`
    update parcel set cancel_asked_at = null
    where id = ${id} and exists (select from orders where id = ${orderId} and status = 'processing')`)) > 0;

async function written(tx: Tx, { parcel: id }: Stop, { why, now }: { why: string | null; now: Date }): Promise<void> {
  const parcel = await lockParcel(tx, await findParcel(tx, id));
  if (!parcel) return;
  if (why !== null && (await goesOn(tx, parcel))) return;
  if (why !== null)
    return notifyShipmentProblem(tx, parcel, {
      trouble: { kind: "parcel_trouble", note: "not_stopped" },
      reason: why,
      now,
    });
  await recordTrackingEvent(tx, parcel, { status: "cancel", at: now });
  await tx.run(sql`update parcel set status = 'cancel', check_after = null, updated_at = ${now} where id = ${id}`);
  if (parcel.status !== "cancel") await notifyIfUnshipped(tx, parcel, now);
}

/** Has one parcel stopped; a merchant is told where the courier has it already. @throws Postponed */
export async function stopParcel(shop: AppContext, stop: Stop): Promise<void> {
  try {
    const why = await stopAtCarrier(shop, stop);
    await shop.db.transaction((tx) => written(tx, stop, { why, now: shop.clock.now() }));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      return rescheduleForCarrier(shop, stop.parcel, new Date(stop.askedAt));
    throw error;
  }
}

import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { GhnRejectedError, ghnClient } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { lockShipment } from "./lock-shipment.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { handleUnshipped } from "./handle-unshipped.ts";
import { recordTrackingEvent } from "./record-tracking-event.ts";
import { findShipment, type Shipment, type ShipmentJob } from "./shipment.ts";

type CancelJob = Extract<ShipmentJob, { do: "stop" }>;

/**
 * Cancels at the carrier. @returns why it refused, null if the shipment is cancelled or was never booked
 * @throws UpstreamUnavailableError
 */
export async function cancelAtCarrier(
  shop: AppContext,
  { trackingCode, clientOrderCode }: Pick<CancelJob, "trackingCode" | "clientOrderCode">,
): Promise<string | null> {
  if (!shop.config.ghn) return null;
  const client = ghnClient(shop.config.ghn);
  const code = trackingCode ?? (await client.byClientCode(clientOrderCode))?.trackingCode;
  if (!code) return null;
  const response = await client.cancel(code).catch((error: unknown) => {
    if (error instanceof GhnRejectedError) return { stopped: false, message: error.message };
    throw error;
  });
  if (response.stopped) return null;
  // a retry is refused if the first request succeeded but its response was lost
  return (await client.detail(code))?.status === "cancel" ? null : response.message;
}

/**
 * A shipment that can no longer be cancelled is right if its order is being processed again: withdraws the cancellation.
 */
const resumeIfProcessing = async (tx: Tx, { id, orderId }: Shipment): Promise<boolean> =>
  (await tx.run(sql`
    update parcel set cancel_requested_at = null, rebook = false
    where id = ${id} and exists (select from orders where id = ${orderId} and status = 'processing')`)) > 0;

async function recordOutcome(
  tx: Tx,
  { parcel: id }: CancelJob,
  { reason, now }: { reason: string | null; now: Date },
): Promise<void> {
  const shipment = await lockShipment(tx, await findShipment(tx, id));
  if (!shipment) return;
  if (reason !== null && (await resumeIfProcessing(tx, shipment))) return;
  if (reason !== null)
    return notifyShipmentProblem(tx, shipment, {
      problem: { kind: "parcel_trouble", note: "not_stopped" },
      reason,
      now,
    });
  await recordTrackingEvent(tx, shipment, { status: "cancel", at: now });
  await tx.run(sql`update parcel set status = 'cancel', next_poll_at = null, updated_at = ${now} where id = ${id}`);
  if (shipment.status !== "cancel" || shipment.rebook) await handleUnshipped(tx, shipment, now);
}

/**
 * Job: cancels one shipment at the carrier; if it was picked up already, the merchant is notified. @throws RescheduleJob
 */
export async function cancelShipment(shop: AppContext, job: CancelJob): Promise<void> {
  try {
    const reason = await cancelAtCarrier(shop, job);
    await shop.db.transaction((tx) => recordOutcome(tx, job, { reason, now: shop.clock.now() }));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, job.parcel, new Date(job.askedAt));
    throw error;
  }
}

import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type BackOff, nextRetryAt } from "#shop/kernel/base/back-off.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { findShipment } from "./shipment.ts";

const backOff: BackOff = { shortMs: minuteMs, longAfterMs: 10 * minuteMs, longMs: 10 * minuteMs };
const alertAfterMs = hourMs;

const alertMarker = "no response";

/** Notifies the merchant, once, after an hour without a response. */
async function alertMerchant(tx: Tx, shipmentId: number, { since, now }: { since: Date; now: Date }): Promise<void> {
  if (now.getTime() - since.getTime() < alertAfterMs) return;
  const orderId = (await findShipment(tx, shipmentId))?.orderId;
  if (orderId === undefined || !(await lockOrder(tx, orderId))) return;
  const marked = await tx.run(
    sql`update parcel set failure = ${alertMarker} where id = ${shipmentId} and failure <> ${alertMarker}`,
  );
  const shipment = marked > 0 ? await findShipment(tx, shipmentId) : undefined;
  if (shipment) await notifyShipmentProblem(tx, shipment, { problem: { kind: "parcel_trouble", note: "silent" }, now });
}

/** Reschedules a job that the carrier did not respond to. @param since when it was enqueued @throws RescheduleJob */
export async function rescheduleForCarrier(shop: AppContext, shipmentId: number, since: Date): Promise<never> {
  const now = shop.clock.now();
  shop.log.info({ shipment: shipmentId }, "the carrier did not respond; the job is retried");
  await shop.db.transaction((tx) => alertMerchant(tx, shipmentId, { since, now }));
  throw new RescheduleJob(nextRetryAt(backOff, since, now));
}

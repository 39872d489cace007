import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { findParcel } from "./shipment.ts";

const patientMs = 10 * minuteMs;
const toldAfterMs = hourMs;

/** The carrier is asked again: soon at first, then every ten minutes, for as long as it takes. */
export const retryDelay = (since: Date, now: Date): Date =>
  new Date(now.getTime() + (now.getTime() - since.getTime() < patientMs ? minuteMs : patientMs));

const marked = "no answer";

/** After an hour of silence somebody is told, once. */
async function tellOfSilence(tx: Tx, parcelId: number, { since, now }: { since: Date; now: Date }): Promise<void> {
  if (now.getTime() - since.getTime() < toldAfterMs) return;
  const orderId = (await findParcel(tx, parcelId))?.orderId;
  if (orderId === undefined || !(await lockOrder(tx, orderId))) return;
  const told = await tx.run(sql`update parcel set failure = ${marked} where id = ${parcelId} and failure <> ${marked}`);
  const parcel = told > 0 ? await findParcel(tx, parcelId) : undefined;
  if (parcel) await notifyShipmentProblem(tx, parcel, { trouble: { kind: "parcel_trouble", note: "silent" }, now });
}

/** The work waits for the carrier. @param since when it was first wanted @throws Postponed */
export async function rescheduleForCarrier(shop: AppContext, parcelId: number, since: Date): Promise<never> {
  const now = shop.clock.now();
  shop.log.info({ parcel: parcelId }, "the carrier does not answer; it is asked again");
  await shop.db.transaction((tx) => tellOfSilence(tx, parcelId, { since, now }));
  throw new RescheduleJob(retryDelay(since, now));
}

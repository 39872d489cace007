import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { ghnClient } from "#shop/shipping/index.ts";
import { applyCarrierStatus } from "./apply-carrier-status.ts";
import { pollIn } from "./next-poll.ts";
import { findShipment, type Shipment, type ShipmentJob, shipmentJobKind } from "./shipment.ts";

const unknownRetryMs = dayMs;
const noResponseRetryMs = 5 * minuteMs;

/** Enqueues a poll of a shipment. @param uniqueKey deduplicates repeated requests for the same reason */
export const scheduleShipmentPoll = (tx: Tx, shipmentId: number, uniqueKey: string | null = null): Promise<number> => {
  const job: ShipmentJob = { do: "poll", parcel: shipmentId };
  return enqueue(tx, shipmentJobKind, job, { uniqueKey });
};

async function repollIn(shop: AppContext, { id, createdAt }: Shipment, ms: number): Promise<void> {
  const next = pollIn(createdAt, shop.clock.now(), ms);
  await shop.db.transaction((tx) =>
    tx.run(sql`update parcel set next_poll_at = ${next}::timestamptz where id = ${id}`),
  );
}

/**
 * Queries the carrier for one shipment now, and applies the result.
 * @returns whether the carrier has the shipment; null for a shipment without a carrier's code
 * @throws UpstreamUnavailableError
 */
export async function pollNow(shop: AppContext, id: number): Promise<boolean | null> {
  const shipment = await findShipment(shop.db, id);
  if (!shipment?.trackingCode || shipment.carrier !== "ghn" || !shop.config.ghn) return null;
  const polledAt = shop.clock.now();
  const reported = await ghnClient(shop.config.ghn).detail(shipment.trackingCode);
  if (!reported || reported.trackingCode !== shipment.trackingCode) {
    shop.log.info({ shipment: id }, "shipment not found at the carrier");
    await repollIn(shop, shipment, unknownRetryMs);
    return false;
  }
  await applyCarrierStatus(shop, id, { reported, polledAt });
  return true;
}

/** Job: polls one shipment; without a response it is polled again later. */
export async function pollShipment(shop: AppContext, id: number): Promise<void> {
  try {
    await pollNow(shop, id);
  } catch (error) {
    const shipment = await findShipment(shop.db, id);
    if (!(error instanceof UpstreamUnavailableError) || !shipment) throw error;
    await repollIn(shop, shipment, noResponseRetryMs);
  }
}

const batchSize = 50;
/** Lease of a claimed shipment; if it was not polled by then, it is claimed again. */
const leaseMs = 60 * minuteMs;

/** Claims the shipments that are due, with SKIP LOCKED, and enqueues a poll for each. */
export async function pollDueShipments(shop: AppContext): Promise<void> {
  if (!shop.config.ghn) return;
  const now = shop.clock.now();
  await shop.db.transaction(async (tx) => {
    const due = await tx.all<{ id: number }>(sql`
      update parcel set next_poll_at = ${new Date(now.getTime() + leaseMs)}
      where id in (select id from parcel where next_poll_at <= ${now} order by next_poll_at limit ${batchSize}
        for update skip locked)
      returning id`);
    for (const { id } of due) await scheduleShipmentPoll(tx, id);
  });
}

import { minuteMs } from "#shop/kernel/base/clock.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { sendOrderShippedEmail } from "#shop/orders/index.ts";
import { stepOf } from "#shop/shipping/index.ts";
import type { Shipment } from "./shipment.ts";

/** A tracking event, with the carrier's status. */
export interface TrackingEvent {
  status: string;
  at: Date;
  /** as received */
  payload?: Record<string, unknown>;
  /** the merchant or staff member that entered it; without one its carrier */
  by?: string | null;
}

/** the same event may have different times in the carrier's log and its webhook */
const duplicateWindowMs = { webhook: 0, log: 10 * minuteMs };

/** Inserts an event unless it is a duplicate. @returns whether it was new */
async function insertEvent(
  tx: Tx,
  shipmentId: number,
  { status, at, payload = {}, by = null }: TrackingEvent,
  withinMs: number,
): Promise<boolean> {
  const [from, to] = [new Date(at.getTime() - withinMs), new Date(at.getTime() + withinMs)];
  const written = await tx.run(sql`
    insert into parcel_event (parcel_id, status, at, payload, recorded_by)
    select ${shipmentId}, ${status}::text, ${at}::timestamptz, ${json(payload)}::jsonb, ${by}::text
    where not exists (
      select from parcel_event where parcel_id = ${shipmentId} and status = ${status} and at between ${from} and ${to})
    on conflict do nothing`);
  return written > 0;
}

const inTransitSteps: ReadonlySet<string> = new Set(["in_transit", "delivering"]);

/** Emails the customer that the order is on its way; the email's unique key makes it one per shipment. */
async function emailIfInTransit(tx: Tx, { id, orderId, cancelRequestedAt }: Shipment, status: string): Promise<void> {
  if (inTransitSteps.has(stepOf(status)) && !cancelRequestedAt)
    await sendOrderShippedEmail(tx, orderId, { shipmentId: id });
}

/**
 * Records a tracking event of a shipment. Does not decide which event is the latest.
 * @param notify false for a shipment that has ended: its customer is not emailed that it is on its way
 * @param source an event of the carrier's log may duplicate one of a webhook
 * @returns whether it was new
 */
export async function recordTrackingEvent(
  tx: Tx,
  shipment: Shipment,
  event: TrackingEvent,
  { notify = true, source = "webhook" }: { notify?: boolean; source?: keyof typeof duplicateWindowMs } = {},
): Promise<boolean> {
  const fresh = await insertEvent(tx, shipment.id, event, duplicateWindowMs[source]);
  if (fresh && notify) await emailIfInTransit(tx, shipment, event.status);
  return fresh;
}

/** The time of the latest event, null without events. */
export async function latestEventAt(tx: Tx, shipmentId: number): Promise<Date | null> {
  const row = await tx.one<{ at: Date | null }>(
    sql`select max(at) at from parcel_event where parcel_id = ${shipmentId}`,
  );
  return row?.at ?? null;
}

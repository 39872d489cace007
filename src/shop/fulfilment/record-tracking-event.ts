import { minuteMs } from "#shop/kernel/base/clock.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { sendOrderShippedEmail } from "#shop/orders/index.ts";
import { stepOf } from "#shop/shipping/index.ts";
import type { Parcel } from "./shipment.ts";

/** Something that happened to a parcel, in the carrier's words. */
export interface TrackingEvent {
  status: string;
  at: Date;
  /** as it was told */
  payload?: Record<string, unknown>;
}

/** the same happening has other seconds in the carrier's log than in its notice */
const sameWithin = { told: 0, logged: 10 * minuteMs };

/** Writes a step down, once. @returns whether it was new */
async function write(
  tx: Tx,
  parcelId: number,
  { status, at, payload = {} }: TrackingEvent,
  withinMs: number,
): Promise<boolean> {
  const [from, to] = [new Date(at.getTime() - withinMs), new Date(at.getTime() + withinMs)];
  const written = await tx.run(sql`
    insert into parcel_event (parcel_id, status, at, payload)
    select ${parcelId}, ${status}::text, ${at}::timestamptz, ${json(payload)}::jsonb
    where not exists (
      select from parcel_event where parcel_id = ${parcelId} and status = ${status} and at between ${from} and ${to})
    on conflict do nothing`);
  return written > 0;
}

const onItsWay: ReadonlySet<string> = new Set(["in_transit", "delivering"]);

/** The letter says it once, whichever step says it first. */
async function tellShopper(tx: Tx, { id, orderId, cancelAskedAt }: Parcel, status: string): Promise<void> {
  if (onItsWay.has(stepOf(status)) && !cancelAskedAt) await sendOrderShippedEmail(tx, orderId, { parcelId: id });
}

/**
 * Takes a step down in the parcel's story; which of them is the newest is not decided here.
 * @param tell false for what is over by now: of what has arrived nobody is told that it is on its way
 * @param source a line of the carrier's log may be what a notice has told already
 */
export async function recordTrackingEvent(
  tx: Tx,
  parcel: Parcel,
  step: TrackingEvent,
  { tell = true, source = "told" }: { tell?: boolean; source?: keyof typeof sameWithin } = {},
): Promise<boolean> {
  const fresh = await write(tx, parcel.id, step, sameWithin[source]);
  if (fresh && tell) await tellShopper(tx, parcel, step.status);
  return fresh;
}

/** When the newest step was, null before the first. */
export async function newestStep(tx: Tx, parcelId: number): Promise<Date | null> {
  const row = await tx.one<{ at: Date | null }>(sql`select max(at) at from parcel_event where parcel_id = ${parcelId}`);
  return row?.at ?? null;
}

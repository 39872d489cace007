import type { ParcelRecord, ParcelStep } from "#contract/parcel.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { stepOf, trackingUrl } from "#shop/shipping/index.ts";

/** An order's newest parcel as the history's query reads it. */
export interface ShownParcel {
  carrier: string;
  trackingCode: string | null;
  clientOrderCode: string;
  status: string;
  expectedAt: string | null;
  steps: { status: string; date: string }[];
}

/** The newest parcel of `orders o`, or null. */
export const shownParcel: Sql = sql`(
  select jsonb_build_object('carrier', p.carrier, 'trackingCode', p.tracking_code, 'clientOrderCode', p.client_order_code,
    'status', p.status, 'expectedAt', p.expected_at, 'steps', coalesce((
      select jsonb_agg(jsonb_build_object('status', e.status, 'date', e.at) order by e.at, e.id)
      from parcel_event e where e.parcel_id = p.id), '[]'))
  from parcel p where p.order_id = o.id order by p.id desc limit 1)`;

/** What a shopper is told: each group of statuses when it began, without what happened inside of it. */
function stepsOf(steps: ShownParcel["steps"]): ParcelRecord["steps"] {
  const told: { status: ParcelStep; date: string }[] = [];
  for (const { status, date } of steps) {
    const step = stepOf(status);
    if (told.at(-1)?.status !== step) told.push({ status: step, date: new Date(date).toISOString() });
  }
  return told;
}

const atEnd: ReadonlySet<ParcelStep> = new Set(["delivered", "returned", "cancelled", "trouble"]);

export function parcelRecord(config: Pick<Config, "ghn">, parcel: ShownParcel): ParcelRecord {
  const trackingCode = parcel.trackingCode ?? "";
  const status = stepOf(parcel.status);
  return {
    tracking_code: trackingCode,
    tracking_url: trackingUrl(config, { carrier: parcel.carrier, trackingCode }),
    status,
    // what is over is expected no more
    expected_at: parcel.expectedAt && !atEnd.has(status) ? new Date(parcel.expectedAt).toISOString() : null,
    steps: stepsOf(parcel.steps),
  };
}

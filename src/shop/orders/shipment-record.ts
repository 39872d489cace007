import type { ParcelRecord, ParcelStep } from "#contract/parcel.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { stepOf, trackingUrl } from "#shop/shipping/index.ts";

/** An order's latest shipment as the history query reads it. */
export interface LatestShipment {
  carrier: string;
  trackingCode: string | null;
  clientOrderCode: string;
  status: string;
  expectedAt: string | null;
  updatedAt: string;
  steps: { status: string; date: string }[];
}

/** The latest shipment of `orders o`, or null. */
export const latestShipment: Sql = sql`(
  select jsonb_build_object('carrier', p.carrier, 'trackingCode', p.tracking_code, 'clientOrderCode', p.client_order_code,
    'status', p.status, 'expectedAt', p.expected_at, 'updatedAt', p.updated_at, 'steps', coalesce((
      select jsonb_agg(jsonb_build_object('status', e.status, 'date', e.at) order by e.at, e.id)
      from parcel_event e where e.parcel_id = p.id), '[]'))
  from parcel p where p.order_id = o.id order by p.id desc limit 1)`;

/**
 * The tracking events for customers: each group of carrier statuses with its start, without the events inside a group.
 */
export function groupSteps(steps: LatestShipment["steps"]): ParcelRecord["steps"] {
  const groups: { status: ParcelStep; date: string }[] = [];
  for (const { status, date } of steps) {
    const step = stepOf(status);
    if (groups.at(-1)?.status !== step) groups.push({ status: step, date: new Date(date).toISOString() });
  }
  return groups;
}

const finalSteps: ReadonlySet<ParcelStep> = new Set(["delivered", "returned", "cancelled", "trouble"]);

export function toShipmentRecord(config: Pick<Config, "ghn">, shipment: LatestShipment): ParcelRecord {
  const trackingCode = shipment.trackingCode ?? "";
  const status = stepOf(shipment.status);
  return {
    tracking_code: trackingCode,
    tracking_url: trackingUrl(config, { carrier: shipment.carrier, trackingCode }),
    status,
    // a finished shipment has no expected date
    expected_at: shipment.expectedAt && !finalSteps.has(status) ? new Date(shipment.expectedAt).toISOString() : null,
    updated_at: new Date(shipment.updatedAt).toISOString(),
    steps: groupSteps(shipment.steps),
  };
}

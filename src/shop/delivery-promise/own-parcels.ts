import { calendarDayOf } from "#contract/calendar-days.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { endStatuses } from "#shop/shipping/index.ts";
import { destinationOf } from "./destination.ts";
import { type OwnParcel, type PromiseGroup, type TransitStatistics, transitStatistics } from "./transit.ts";
import type { WorkCalendar } from "./work-calendar.ts";

const historyMs = 90 * dayMs;
/** the newest ones suffice */
const maxParcels = 20_000;

interface OwnParcelRow {
  districtId: number;
  districtName: string;
  provinceId: number;
  provinceName: string;
  newWard: string | null;
  pickedUpAt: Date;
  deliveredAt: Date | null;
  expectedAt: Date | null;
}

/** Parcels that were picked up in the last 90 days, without those that were returned or lost. */
async function readOwnParcels(reader: Reader, now: Date): Promise<OwnParcel[]> {
  const since = new Date(now.getTime() - historyMs);
  const rows = await reader.all<OwnParcelRow>(sql`
    select (w.old ->> 'district_id')::integer "districtId", w.old ->> 'district_name' "districtName",
      (w.old ->> 'province_id')::integer "provinceId", w.old ->> 'province_name' "provinceName",
      case when o.location ->> 'scheme' = 'new2' and o.location ->> 'district_name' = '' then o.location ->> 'ward_code' end "newWard",
      e.picked_up "pickedUpAt", e.delivered "deliveredAt", p.expected_at "expectedAt"
    from parcel p join orders o on o.id = p.order_id
      cross join lateral (select coalesce(o.location -> 'old_ward', o.location) old) w
      cross join lateral (
        select min(at) filter (where status = 'picked') picked_up, min(at) filter (where status = 'delivered') delivered
        from parcel_event where parcel_id = p.id) e
    where e.picked_up between ${since} and ${now} and w.old ->> 'district_name' <> ''
      and (p.status = 'delivered' or p.status <> all(${[...endStatuses]}::text[]))
    order by p.id desc limit ${maxParcels}`);
  return rows.map(({ pickedUpAt, deliveredAt, expectedAt, ...place }) => ({
    groups: destinationOf(place).groups,
    pickedUp: calendarDayOf(pickedUpAt),
    delivered: deliveredAt && calendarDayOf(deliveredAt),
    forecast: expectedAt && calendarDayOf(expectedAt),
  }));
}

/** Statistics with the days that the weekly measurement adds. */
interface DeliveryHistory extends TransitStatistics {
  extraDays: ReadonlyMap<PromiseGroup, number>;
}

async function readHistory(reader: Reader, { carrier, now }: { carrier: WorkCalendar; now: Date }) {
  const parcels = await readOwnParcels(reader, now);
  const adjustments = await reader.all<{ group: string; extraDays: number }>(
    sql`select destination_group "group", extra_days "extraDays" from promise_adjustment where extra_days <> 0`,
  );
  return {
    ...transitStatistics(parcels, { carrier, today: calendarDayOf(now) }),
    extraDays: new Map(adjustments.map(({ group, extraDays }) => [group, extraDays])),
  };
}

const lifetimeMs = 10 * minuteMs;
const histories = new WeakMap<AppContext["cache"], { untilMs: number; history: Promise<DeliveryHistory> }>();

/** The history, read every ten minutes at most: while it is read again, no order waits, and the one before is used. */
export async function deliveryHistoryOf(
  { cache, reads, clock }: Pick<AppContext, "cache" | "reads" | "clock">,
  carrier: WorkCalendar,
): Promise<DeliveryHistory> {
  const now = clock.now();
  const known = histories.get(cache);
  if (known && known.untilMs > now.getTime()) return known.history;
  const untilMs = now.getTime() + lifetimeMs;
  const read = readHistory(reads, { carrier, now });
  const current = known?.history ?? read;
  histories.set(cache, { untilMs, history: current });
  read.then(
    () => histories.set(cache, { untilMs, history: read }),
    () => histories.delete(cache), // the next request tries again
  );
  return current;
}

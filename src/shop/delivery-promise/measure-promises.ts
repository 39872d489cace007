import { addDays, type CalendarDay, calendarDayOf } from "#contract/calendar-days.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { PromiseBasis, PromiseGroup } from "./transit.ts";

/** How many parcels of a group were delivered, or first attempted, by their promised day. */
interface FulfilledPromises {
  group: PromiseGroup;
  parcels: number;
  inTime: number;
  /** days between the first attempt and the promised day, on average; negative: late */
  slack: number;
}

interface Period {
  from: CalendarDay;
  to: CalendarDay;
}

/**
 * Promises of orders that were sent, with the day of the first attempt. Counted as in time: a first attempt on time, though the
 * recipient was out. Not counted: orders without a parcel, and parcels that were returned or cancelled before an attempt.
 */
const measured = ({ from, to }: Period): Sql => sql`
  select p.destination_group "group", p.promise_basis basis, p.measured_by, a.attempted
  from order_promise p cross join lateral (
    select min((e.at at time zone 'Asia/Ho_Chi_Minh')::date) filter (where e.status in ('delivered', 'delivery_fail')) attempted,
      bool_or(x.status not in ('cancel', 'returned')) as counts
    from parcel x left join parcel_event e on e.parcel_id = x.id where x.order_id = p.order_id) a
  where p.measured_by between ${from}::date and ${to}::date and p.destination_group is not null
    and (a.attempted is not null or a.counts)`;

const totals = (day: CalendarDay): Sql => sql`
  count(*)::integer parcels, (count(*) filter (where attempted <= measured_by))::integer "inTime",
  coalesce(round(avg(measured_by - coalesce(attempted, ${day}::date)), 1), 0)::float8 slack`;

/** By group and basis, for a report. */
export const listFulfilledPromises = (
  reader: Reader,
  period: Period,
): Promise<(FulfilledPromises & { basis: PromiseBasis })[]> =>
  reader.all<FulfilledPromises & { basis: PromiseBasis }>(sql`
    select "group", basis, ${totals(period.to)} from (${measured(period)}) w group by "group", basis order by "group", basis`);

const readFulfilled = async (reader: Reader, period: Period): Promise<ReadonlyMap<PromiseGroup, FulfilledPromises>> => {
  const rows = await reader.all<FulfilledPromises>(
    sql`select "group", ${totals(period.to)} from (${measured(period)}) w group by "group"`,
  );
  return new Map(rows.map((row) => [row.group, row]));
};

/** What the measurement has decided about a group. */
interface PromiseAdjustment {
  extraDays: number;
  goodWeeks: number;
  /** a day less is proposed */
  proposed: boolean;
}

/** required share, and number of parcels from which it counts */
const required = { share: 0.9, parcels: 30, weeks: 4 } as const;
/** from which share and slack a day less is proposed */
const early = { share: 0.98, slack: 1 } as const;

const shareOf = ({ parcels, inTime }: FulfilledPromises): number => inTime / parcels;

/**
 * The adjustment of a group after a week: below 90 % over 30 parcels a day more, until four good weeks. A day less is only
 * proposed: no promise is shortened by itself below what the transit gives.
 * @param month of the last four weeks, @param week of the last; undefined without parcels
 */
export function nextAdjustment(
  { extraDays, goodWeeks, proposed }: PromiseAdjustment,
  { month, week }: { month: FulfilledPromises | undefined; week: FulfilledPromises | undefined },
): PromiseAdjustment {
  const isMeasured = month !== undefined && month.parcels >= required.parcels;
  if (extraDays > 0) {
    if (!week) return { extraDays, goodWeeks, proposed };
    const weeks = shareOf(week) >= required.share ? goodWeeks + 1 : 0;
    return weeks >= required.weeks
      ? { extraDays: 0, goodWeeks: 0, proposed: false }
      : { extraDays, goodWeeks: weeks, proposed: false };
  }
  if (isMeasured && shareOf(month) < required.share) return { extraDays: extraDays + 1, goodWeeks: 0, proposed: false };
  const isEarly = isMeasured && extraDays === 0 && shareOf(month) > early.share && month.slack >= early.slack;
  return { extraDays, goodWeeks, proposed: isEarly };
}

interface AdjustmentRow {
  group: PromiseGroup;
  extraDays: number;
  goodWeeks: number;
  proposedAt: Date | null;
}

export const listAdjustments = (reader: Reader): Promise<AdjustmentRow[]> =>
  reader.all<AdjustmentRow>(sql`
    select destination_group "group", extra_days "extraDays", good_weeks "goodWeeks", proposed_at "proposedAt"
    from promise_adjustment order by destination_group`);

/** Measures the last week, and adjusts every group. @returns the number of groups that have changed */
export async function measurePromises(tx: Tx, now: Date): Promise<number> {
  const to = addDays(calendarDayOf(now), -1);
  const month = await readFulfilled(tx, { from: addDays(to, -27), to });
  const week = await readFulfilled(tx, { from: addDays(to, -6), to });
  const known = new Map((await listAdjustments(tx)).map((row) => [row.group, row]));
  let changed = 0;
  for (const group of new Set([...month.keys(), ...known.keys()])) {
    const before = known.get(group);
    const { extraDays = 0, goodWeeks = 0, proposedAt = null } = before ?? {};
    const current = { extraDays, goodWeeks, proposed: proposedAt !== null };
    const next = nextAdjustment(current, { month: month.get(group), week: week.get(group) });
    if (JSON.stringify(next) === JSON.stringify(current)) continue;
    changed += await tx.run(sql`
      insert into promise_adjustment (destination_group, extra_days, good_weeks, proposed_at, updated_at)
      values (${group}, ${next.extraDays}, ${next.goodWeeks}, ${next.proposed ? (proposedAt ?? now) : null}::timestamptz, ${now})
      on conflict (destination_group) do update set extra_days = excluded.extra_days, good_weeks = excluded.good_weeks,
        proposed_at = excluded.proposed_at, updated_at = excluded.updated_at`);
  }
  return changed;
}

/** A person has confirmed that a group's promise is a day shorter. @returns false if none was proposed */
export async function confirmShorter(tx: Tx, group: PromiseGroup, now: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update promise_adjustment set extra_days = -1, proposed_at = null, updated_at = ${now}
    where destination_group = ${group} and proposed_at is not null and extra_days = 0`);
  return changed > 0;
}

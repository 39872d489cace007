import { type CalendarDay, calendarDayOf } from "#contract/calendar-days.ts";
import type { TransitDays } from "./compute-promise.ts";
import { type WorkCalendar, workingDayFrom, workingDaysBetween } from "./work-calendar.ts";

/** What a promise is based on: the shop's own parcels, the carrier's lead time, or the shipping policy. */
export type PromiseBasis = "own" | "carrier" | "policy";

/** A group of destinations, from the smallest to the largest: `district:1760` or `ward:27007`, `province:202`, `region:south`. */
export type PromiseGroup = string;

/** A destination group counts from this number of delivered parcels. */
const parcelsOfGroup = 30;

/** A parcel of the last 90 days. */
export interface OwnParcel {
  /** the groups that it belongs to */
  groups: readonly PromiseGroup[];
  pickedUp: CalendarDay;
  /** null: still under way */
  delivered: CalendarDay | null;
  /** the day that the carrier named when it was booked */
  forecast: CalendarDay | null;
}

/** The smallest value that at least `percent` of the values do not exceed. @param sorted in ascending order, not empty */
export function nearestRank(sorted: readonly number[], percent: number): number {
  const value = sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1];
  if (value === undefined) throw new Error("no values to rank");
  return value;
}

const ascending = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

/**
 * Transit of a group from P50 to P90, at least a day; null below {@link parcelsOfGroup} delivered parcels. A parcel still
 * under way after P90 counts with one more day than its age, so that slow ones are not missing from the picture.
 */
export function measuredTransit(delivered: readonly number[], inTransit: readonly number[]): TransitDays | null {
  if (delivered.length < parcelsOfGroup) return null;
  const limit = nearestRank(ascending(delivered), 90);
  const slow = inTransit.filter((age) => age > limit).map((age) => age + 1);
  const all = ascending([...delivered, ...slow]);
  return { min: Math.max(1, nearestRank(all, 50)), max: Math.max(1, nearestRank(all, 90)) };
}

/** Transit by destination group, and the carrier's median error. */
export interface TransitStatistics {
  byGroup: ReadonlyMap<PromiseGroup, TransitDays>;
  /** own delivery minus the carrier's forecast, in carrier days */
  medianError: number;
}

const signedDays = (carrier: WorkCalendar, from: CalendarDay, to: CalendarDay): number =>
  from <= to ? workingDaysBetween(carrier, from, to) : -workingDaysBetween(carrier, to, from);

/** Summarizes the parcels of the last 90 days. */
export function transitStatistics(
  parcels: readonly OwnParcel[],
  { carrier, today }: { carrier: WorkCalendar; today: CalendarDay },
): TransitStatistics {
  const days = new Map<PromiseGroup, { delivered: number[]; inTransit: number[] }>();
  const errors: number[] = [];
  for (const { groups, pickedUp, delivered, forecast } of parcels) {
    const taken = workingDaysBetween(carrier, pickedUp, delivered ?? today);
    if (delivered && forecast) errors.push(signedDays(carrier, forecast, delivered));
    for (const group of groups) {
      const known = days.get(group) ?? { delivered: [], inTransit: [] };
      (delivered ? known.delivered : known.inTransit).push(taken);
      days.set(group, known);
    }
  }
  const byGroup = new Map<PromiseGroup, TransitDays>();
  for (const [group, { delivered, inTransit }] of days) {
    const transit = measuredTransit(delivered, inTransit);
    if (transit) byGroup.set(group, transit);
  }
  // a median of few parcels is of no use
  const medianError = errors.length < parcelsOfGroup ? 0 : nearestRank(ascending(errors), 50);
  return { byGroup, medianError };
}

/** Where the transit of a destination comes from. */
export interface ChosenTransit {
  basis: PromiseBasis;
  /** the group that it was computed for: of the carrier and the policy the province */
  group: PromiseGroup;
  days: TransitDays;
}

/**
 * The transit to a destination: the smallest group with enough own parcels, else the carrier's lead time, else the policy.
 * @param groups of the destination: district, province, region
 * @param leadTime when the carrier would deliver what it got now; null if unknown
 */
export function chooseTransit(
  { byGroup, medianError }: TransitStatistics,
  {
    groups,
    leadTime,
    policy,
    carrier,
    now,
  }: {
    groups: readonly [district: PromiseGroup, province: PromiseGroup, region: PromiseGroup];
    leadTime: Date | null;
    policy: TransitDays;
    carrier: WorkCalendar;
    now: Date;
  },
): ChosenTransit {
  const own = groups.find((group) => byGroup.has(group));
  const ownDays = own && byGroup.get(own);
  if (ownDays) return { basis: "own", group: own, days: ownDays };
  const [, province] = groups;
  if (!leadTime) return { basis: "policy", group: province, days: policy };
  const pickup = workingDayFrom(carrier, calendarDayOf(now));
  const forecast = workingDaysBetween(carrier, pickup, calendarDayOf(leadTime));
  const days = Math.max(1, forecast + medianError);
  return { basis: "carrier", group: province, days: { min: days, max: days } };
}

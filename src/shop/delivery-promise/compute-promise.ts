import { addDays, type CalendarDay, calendarDayOf, minutesOfDay, momentOn } from "#contract/calendar-days.ts";
import { addWorkingDays, type WorkCalendar, workingDayFrom, worksOn } from "./work-calendar.ts";

/** Days of transit, in working days of the carrier. */
export interface TransitDays {
  min: number;
  max: number;
}

/** A time in which parcels take longer, such as the weeks around Tết. */
export interface SlowPeriod {
  from: CalendarDay;
  to: CalendarDay;
  /** added to the maximum of the transit */
  extraDays: number;
}

/** What a promise follows from, besides the order. */
export interface PromiseRules {
  /** minutes since midnight; an order placed exactly then is handled on the next working day */
  cutoff: number;
  shop: WorkCalendar;
  carrier: WorkCalendar;
  slowPeriods: readonly SlowPeriod[];
}

/** When an order is ready, and when it arrives. */
export interface ComputedPromise {
  /** until when an order has these dates */
  cutoffAt: Date;
  /** the shop begins with the order */
  start: CalendarDay;
  /** it can be picked up at the shop, or handed over to the carrier */
  ready: CalendarDay;
  /** null for a pickup */
  arrival: { earliest: CalendarDay; latest: CalendarDay } | null;
}

/**
 * Computes a promise: start, plus making and handling, then the first day of the carrier, then the transit.
 * @param workDays making days of the slowest line plus handling days
 * @param transit null for a pickup
 */
export function computePromise(
  { cutoff, shop, carrier, slowPeriods }: PromiseRules,
  { now, workDays, transit }: { now: Date; workDays: number; transit: TransitDays | null },
): ComputedPromise {
  const today = calendarDayOf(now);
  const isToday = worksOn(shop, today) && minutesOfDay(now) < cutoff;
  const start = isToday ? today : workingDayFrom(shop, addDays(today, 1));
  const ready = addWorkingDays(shop, start, workDays);
  const base = { cutoffAt: momentOn(start, cutoff), start, ready };
  if (!transit) return { ...base, arrival: null };
  const pickup = workingDayFrom(carrier, ready);
  const slow = slowPeriods.filter(({ from, to }) => from <= pickup && pickup <= to);
  const extra = Math.max(0, ...slow.map(({ extraDays }) => extraDays));
  const earliest = addWorkingDays(carrier, pickup, transit.min);
  const latest = addWorkingDays(carrier, pickup, Math.max(transit.min, transit.max + extra));
  return { ...base, arrival: { earliest, latest } };
}

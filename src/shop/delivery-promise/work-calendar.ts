import { addDays, type CalendarDay, weekdayOf } from "#contract/calendar-days.ts";

/** On which days the shop, or the carrier, works. */
export interface WorkCalendar {
  /** 0 is Sunday */
  weekdays: ReadonlySet<number>;
  isDayOff: (day: CalendarDay) => boolean;
}

/** longer than any run of days off that a setting may contain */
const horizonDays = 400;

export const worksOn = ({ weekdays, isDayOff }: WorkCalendar, day: CalendarDay): boolean =>
  weekdays.has(weekdayOf(day)) && !isDayOff(day);

/** The day itself or the next one on which there is work. */
export function workingDayFrom(calendar: WorkCalendar, day: CalendarDay): CalendarDay {
  for (let ahead = 0; ahead < horizonDays; ahead++) {
    const next = addDays(day, ahead);
    if (worksOn(calendar, next)) return next;
  }
  throw new Error(`no working day within ${horizonDays} days of ${day}`);
}

/** The n-th working day after a day; for 0 the day itself. */
export function addWorkingDays(calendar: WorkCalendar, day: CalendarDay, count: number): CalendarDay {
  let reached = day;
  for (let done = 0; done < count; done++) reached = workingDayFrom(calendar, addDays(reached, 1));
  return reached;
}

/** Number of working days after the first day, up to and including the last. */
export function workingDaysBetween(calendar: WorkCalendar, first: CalendarDay, last: CalendarDay): number {
  let count = 0;
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) if (worksOn(calendar, day)) count++;
  return count;
}

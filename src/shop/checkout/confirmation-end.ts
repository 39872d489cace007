import { addDays, calendarDayOf, minutesOfDay, momentOn } from "#contract/calendar-days.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";

/** Minutes for which a guest's cash order waits for its confirmation. */
const waitMinutes = 2 * 60;
/** The night in Vietnam, which does not count: from and to these minutes since midnight. */
const [nightFrom, nightTo] = [21 * 60, 7 * 60];

/** The end of the confirmation of an order that is placed now: two hours, without those of the night. */
export function confirmationEnd(now: Date): Date {
  const day = calendarDayOf(now);
  const minutes = minutesOfDay(now);
  if (minutes < nightTo) return momentOn(day, nightTo + waitMinutes);
  const beforeNight = Math.max(0, nightFrom - minutes);
  return beforeNight >= waitMinutes
    ? new Date(now.getTime() + waitMinutes * minuteMs)
    : momentOn(addDays(day, 1), nightTo + waitMinutes - beforeNight);
}

import { addDays, calendarDayOf, minutesOfDay, momentOn } from "#contract/calendar-days.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";

/** The night in Vietnam: from and to these minutes since midnight. */
const [nightFrom, nightTo] = [21 * 60, 7 * 60];
const guestMinutes = 2 * 60;
/** By day, after the order: both are sent before the end of any 24 hours, which have 14 hours of the day. */
const reminderMinutes = [5 * 60, 10 * 60];

/** The moment that is so many minutes later, without those of the night. */
export function addMinutesOfDay(now: Date, minutes: number): Date {
  let day = calendarDayOf(now);
  let from = Math.max(nightTo, minutesOfDay(now));
  let left = minutes;
  while (from + left > nightFrom) {
    left -= Math.max(0, nightFrom - from);
    day = addDays(day, 1);
    from = nightTo;
  }
  return from === minutesOfDay(now) ? new Date(now.getTime() + left * minuteMs) : momentOn(day, from + left);
}

/** How long a cash order waits for its confirmation. */
export interface ConfirmationTimes {
  confirmBy: Date;
  /** when the first reminder is sent; null without reminders */
  remindAt: Date | null;
}

/** When the next reminder of an order that is placed at a time is sent; null after the last one. */
export const nextReminder = (createdAt: Date, now: Date): Date | null =>
  reminderMinutes.map((minutes) => addMinutesOfDay(createdAt, minutes)).find((at) => at > now) ?? null;

/** The times of an order that is placed now: a guest's order waits two hours, nights excluded, an account's 24 hours with two reminders. */
export const confirmationTimes = (now: Date, { isGuest }: { isGuest: boolean }): ConfirmationTimes =>
  isGuest
    ? { confirmBy: addMinutesOfDay(now, guestMinutes), remindAt: null }
    : { confirmBy: new Date(now.getTime() + dayMs), remindAt: nextReminder(now, now) };

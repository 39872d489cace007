// Calendar days, without a time: `YYYY-MM-DD`, as in a date column.

import type { Language } from "./language.ts";

/** `YYYY-MM-DD` */
export type CalendarDay = string;

const dayMs = 24 * 60 * 60 * 1000;
/** Vietnam has used UTC+7 without daylight saving time since 1975. */
const siteOffsetMs = 7 * 60 * 60 * 1000;

const utcOf = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`);
const dayOfUtc = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10);

/** The day in Vietnam, in any time zone of the machine. */
export const calendarDayOf = (moment: Date): CalendarDay => dayOfUtc(moment.getTime() + siteOffsetMs);

/** Minutes since midnight in Vietnam, with fractions. */
export const minutesOfDay = (moment: Date): number => ((moment.getTime() + siteOffsetMs) % dayMs) / 60_000;

/** A time of a day in Vietnam. @param minutes since midnight */
export const momentOn = (day: CalendarDay, minutes: number): Date =>
  new Date(utcOf(day) - siteOffsetMs + minutes * 60_000);

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayOfUtc(utcOf(day) + days * dayMs);

/** Days from one to another; negative if the other is earlier. */
export const daysBetween = (from: CalendarDay, to: CalendarDay): number =>
  Math.round((utcOf(to) - utcOf(from)) / dayMs);

/** 0 is Sunday. */
export const weekdayOf = (day: CalendarDay): number => new Date(utcOf(day)).getUTCDay();

/** False for what is no day of the calendar, such as 2027-02-30. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utcOf(text)) && dayOfUtc(utcOf(text)) === text;

const weekdays = {
  vi: ["CN", "T2", "T3", "T4", "T5", "T6", "T7"],
  en: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
} as const;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const partsOf = (day: CalendarDay) => ({
  month: day.slice(5, 7),
  date: day.slice(8, 10),
  monthName: months[Number(day.slice(5, 7)) - 1] ?? "",
});

/** `T4 02/12`, `Wed 2 Dec` */
export function formatWeekday(lang: Language, day: CalendarDay): string {
  const { month, date, monthName } = partsOf(day);
  const name = weekdays[lang][weekdayOf(day)];
  return lang === "vi" ? `${name} ${date}/${month}` : `${name} ${Number(date)} ${monthName}`;
}

/** The day of the carrier's forecast; null without one, and if it is the only promised day, which is displayed already. */
export function forecastDay(
  expected: Date | string | null,
  promise: { from: CalendarDay; by: CalendarDay } | null,
): CalendarDay | null {
  if (expected === null) return null;
  const day = calendarDayOf(new Date(expected));
  return promise?.from === day && promise.by === day ? null : day;
}

/** `T4 02/12 – T5 03/12`, `Wed 2 – Thu 3 Dec`; a single day once. */
export function formatDayRange(lang: Language, from: CalendarDay, to: CalendarDay): string {
  if (from === to) return formatWeekday(lang, from);
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  const first = formatWeekday(lang, from);
  return `${lang === "en" && isSameMonth ? first.slice(0, -4) : first} – ${formatWeekday(lang, to)}`;
}

/** `09–10/12`, `9–10 Dec`: without weekdays, for narrow places. */
export function formatShortRange(lang: Language, from: CalendarDay, to: CalendarDay): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const text = ({ date, month, monthName }: ReturnType<typeof partsOf>) =>
    lang === "vi" ? `${date}/${month}` : `${Number(date)} ${monthName}`;
  if (from === to) return text(last);
  const date = lang === "vi" ? first.date : String(Number(first.date));
  return first.month === last.month ? `${date}–${text(last)}` : `${text(first)} – ${text(last)}`;
}

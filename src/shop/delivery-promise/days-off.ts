import { addDays, type CalendarDay, isCalendarDay } from "#contract/calendar-days.ts";
import { lunarDay, tetOf } from "./lunar-calendar.ts";

/** Days from one to another, both included. */
export interface OffDays {
  from: CalendarDay;
  to: CalendarDay;
}

const maxRangeDays = 60;

/** `2027-02-04..2027-02-10`, or one day; null if it is neither. */
export function parseDayRange(text: string): OffDays | null {
  const [from = "", to = from, ...more] = text.trim().split("..");
  if (more.length > 0 || !isCalendarDay(from) || !isCalendarDay(to)) return null;
  return from <= to && to < addDays(from, maxRangeDays) ? { from, to } : null;
}

/** A list with commas, "" for none; null if an entry is invalid. */
export function parseList<Entry extends object>(
  text: string,
  parseEntry: (entry: string) => Entry | null,
): Entry[] | null {
  const entries = text.split(",").filter((entry) => entry.trim() !== "");
  const parsed = entries.flatMap((entry) => parseEntry(entry) ?? []);
  return parsed.length === entries.length ? parsed : null;
}

export const parseDayRanges = (text: string): OffDays[] | null => parseList(text, parseDayRange);

const range = (from: CalendarDay, to = from): OffDays => ({ from, to });

/** The calendar of 2026–2027 until the merchant enters another. Tết: which days a firm closes is its own choice. */
export const shippedDaysOff: { shop: readonly OffDays[]; carrier: readonly OffDays[] } = {
  shop: [
    range("2026-11-24"),
    range("2027-01-01"),
    range("2027-02-04", "2027-02-10"),
    range("2027-04-16"),
    range("2027-04-30", "2027-05-01"),
    range("2027-05-03"),
    range("2027-09-02", "2027-09-03"),
    range("2027-11-24"),
  ],
  carrier: [
    range("2026-01-01"),
    range("2026-09-02"),
    range("2027-01-01"),
    range("2027-02-05", "2027-02-09"),
    range("2027-09-02"),
  ],
};

const yearsOf = ({ from, to }: OffDays): number[] => [Number(from.slice(0, 4)), Number(to.slice(0, 4))];

/** The years with entries. */
const yearsWith = (ranges: readonly OffDays[]): ReadonlySet<number> => new Set(ranges.flatMap(yearsOf));

/** Statutory holidays of a year (Labour Code art. 112, Resolution 28/2026/QH16): fixed dates, and lunar ones by computation. */
function statutoryRanges(year: number): OffDays[] {
  const tet = tetOf(year);
  return [
    range(`${year}-01-01`),
    range(addDays(tet, -1), addDays(tet, 3)),
    range(lunarDay(year, 3, 10)),
    range(`${year}-04-30`, `${year}-05-01`),
    range(`${year}-09-02`, `${year}-09-03`),
    ...(year >= 2026 ? [range(`${year}-11-24`)] : []),
  ];
}

const includes = (ranges: readonly OffDays[], day: CalendarDay): boolean =>
  ranges.some(({ from, to }) => from <= day && day <= to);

/**
 * Whether a day is off: in each year by the merchant's entries, else by the shipped ones, else by the statutory holidays.
 * @param own of the merchant
 * @param shipped for the years in which the merchant has entered none
 */
export function dayOffTest(own: readonly OffDays[], shipped: readonly OffDays[]): (day: CalendarDay) => boolean {
  const [ownYears, shippedYears] = [yearsWith(own), yearsWith(shipped)];
  const computed = new Map<number, OffDays[]>();
  return (day) => {
    const year = Number(day.slice(0, 4));
    if (ownYears.has(year)) return includes(own, day);
    if (shippedYears.has(year)) return includes(shipped, day);
    const statutory = computed.get(year) ?? statutoryRanges(year);
    computed.set(year, statutory);
    return includes(statutory, day);
  };
}

/** The year whose days off are due to be entered: from 1 November the next one, if neither list has it. Null if none is. */
export function missingYear(today: CalendarDay, lists: readonly (readonly OffDays[])[]): number | null {
  const year = Number(today.slice(0, 4)) + (today.slice(5) >= "11-01" ? 1 : 0);
  return lists.every((ranges) => yearsWith(ranges).has(year)) ? null : year;
}

const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** `mon,tue,sat`; null if an entry is no weekday, or there is none. */
export function parseWeekdays(text: string): ReadonlySet<number> | null {
  const days = text.split(",").map((name) => (weekdayNames as readonly string[]).indexOf(name.trim()));
  return days.length > 0 && !days.includes(-1) ? new Set(days) : null;
}

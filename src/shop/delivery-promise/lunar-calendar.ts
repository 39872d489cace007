// The Vietnamese lunar calendar after the method that Hồ Ngọc Đức published, at UTC+7: a month begins on the day of the new
// moon, and the winter solstice is in the 11th month.

import { addDays, type CalendarDay, daysBetween } from "#contract/calendar-days.ts";

/** Julian day number of 2000-01-01. */
const epoch = { day: "2000-01-01", julian: 2_451_545 } as const;
const julianOf = (day: CalendarDay): number => epoch.julian + daysBetween(epoch.day, day);
const dayOfJulian = (julian: number): CalendarDay => addDays(epoch.day, julian - epoch.julian);

const rad = Math.PI / 180;
const timeZone = 7 / 24;
const synodicMonth = 29.530588853;
/** Julian date of the first new moon of 1900 */
const firstNewMoon = 2_415_021.076998695;

/** Julian date of the k-th new moon since 1900-01-01, after Meeus. */
function newMoon(k: number): number {
  const t = k / 1236.85;
  const [t2, t3] = [t * t, t * t * t];
  const mean =
    2_415_020.75933 +
    29.53058868 * k +
    0.0001178 * t2 -
    0.000000155 * t3 +
    0.00033 * Math.sin((166.56 + 132.87 * t - 0.009173 * t2) * rad);
  const sun = (359.2242 + 29.10535608 * k - 0.0000333 * t2 - 0.00000347 * t3) * rad;
  const moon = (306.0253 + 385.81691806 * k + 0.0107306 * t2 + 0.00001236 * t3) * rad;
  const node = (21.2964 + 390.67050646 * k - 0.0016528 * t2 - 0.00000239 * t3) * rad;
  const correction =
    (0.1734 - 0.000393 * t) * Math.sin(sun) +
    0.0021 * Math.sin(2 * sun) -
    0.4068 * Math.sin(moon) +
    0.0161 * Math.sin(2 * moon) -
    0.0004 * Math.sin(3 * moon) +
    0.0104 * Math.sin(2 * node) -
    0.0051 * Math.sin(sun + moon) -
    0.0074 * Math.sin(sun - moon) +
    0.0004 * Math.sin(2 * node + sun) -
    0.0004 * Math.sin(2 * node - sun) -
    0.0006 * Math.sin(2 * node + moon) +
    0.001 * Math.sin(2 * node - moon) +
    0.0005 * Math.sin(2 * moon + sun);
  return mean + correction - (-0.000278 + 0.000265 * t + 0.000262 * t2);
}

/** Julian day number in Vietnam of the k-th new moon. */
const newMoonDay = (k: number): number => Math.floor(newMoon(k) + 0.5 + timeZone);

/** The twelfth of the sun's path, 0–11, in which it is at midnight of a day in Vietnam; 9 begins at the winter solstice. */
function sunTwelfth(julianDay: number): number {
  const t = (julianDay - 0.5 - timeZone - 2_451_545) / 36_525;
  const t2 = t * t;
  const anomaly = (357.5291 + 35_999.0503 * t - 0.0001559 * t2 - 0.00000048 * t * t2) * rad;
  const mean = 280.46645 + 36_000.76983 * t + 0.0003032 * t2;
  const longitude =
    mean +
    (1.9146 - 0.004817 * t - 0.000014 * t2) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.00029 * Math.sin(3 * anomaly);
  return Math.floor((((longitude % 360) + 360) % 360) / 30);
}

/** Julian day number on which the 11th lunar month of a year begins. */
function eleventhMonth(year: number): number {
  const k = Math.floor((julianOf(`${year}-12-31`) - 2_415_021) / synodicMonth);
  const start = newMoonDay(k);
  return sunTwelfth(start) >= 9 ? newMoonDay(k - 1) : start;
}

/** Number of months after an 11th month until the leap month: the first month in which the sun enters no new twelfth. */
function leapOffset(k: number): number {
  let last = sunTwelfth(newMoonDay(k + 1));
  for (let offset = 2; offset < 14; offset++) {
    const next = sunTwelfth(newMoonDay(k + offset));
    if (next === last) return offset - 1;
    last = next;
  }
  return 13;
}

/**
 * The solar day of a lunar one that is not in a leap month.
 * @param year the lunar year, which has the number of the solar year in which it begins
 */
export function lunarDay(year: number, month: number, date: number): CalendarDay {
  const before = month < 11 ? year - 1 : year;
  const start = eleventhMonth(before);
  const k = Math.floor(0.5 + (start - firstNewMoon) / synodicMonth);
  const plain = (month + 1) % 12;
  const isLeapYear = eleventhMonth(before + 1) - start > 365;
  const offset = isLeapYear && plain >= leapOffset(k) ? plain + 1 : plain;
  return dayOfJulian(newMoonDay(k + offset) + date - 1);
}

/** The first day of a lunar year. */
export const tetOf = (year: number): CalendarDay => lunarDay(year, 1, 1);

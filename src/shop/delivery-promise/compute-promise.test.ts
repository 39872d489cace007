import { afterAll, describe, expect, test } from "vitest";
import { addDays, forecastDay, formatDayRange, formatShortRange, momentOn } from "#contract/calendar-days.ts";
import { computePromise } from "./compute-promise.ts";
import { dayOffTest, missingYear, parseDayRanges } from "./days-off.ts";
import { lunarDay, tetOf } from "./lunar-calendar.ts";
import { defaultPromiseConfig } from "./promise-settings.ts";

const { rules, policy } = defaultPromiseConfig;
const near = policy.inner;
const far = policy.elsewhere;

/** `2026-11-23 14:59` in Vietnam. */
const at = (text: string): Date => new Date(`${text.replace(" ", "T")}:00+07:00`);
const promise = (now: Date, workDays: number, transit: typeof near) => {
  const { start, ready, arrival } = computePromise(rules, { now, workDays, transit });
  return [start, ready, arrival?.earliest, arrival?.latest];
};

const vectors = [
  ["before cut-off, inner", "2026-11-23 14:59", 0, near, "2026-11-23", "2026-11-23", "2026-11-24", "2026-11-24"],
  ["at cut-off", "2026-11-23 15:00", 0, near, "2026-11-25", "2026-11-25", "2026-11-26", "2026-11-26"],
  ["far, Friday", "2026-11-27 10:00", 0, far, "2026-11-27", "2026-11-27", "2026-11-30", "2026-12-01"],
  ["far, Saturday after cut-off", "2026-11-28 16:00", 0, far, "2026-11-30", "2026-11-30", "2026-12-02", "2026-12-03"],
  ["Sunday, inner", "2026-11-29 09:00", 0, near, "2026-11-30", "2026-11-30", "2026-12-01", "2026-12-01"],
  ["New Year's Eve after cut-off", "2026-12-31 15:30", 0, near, "2027-01-02", "2027-01-02", "2027-01-04", "2027-01-04"],
  ["made to order 5, far", "2026-12-01 09:00", 5, far, "2026-12-01", "2026-12-07", "2026-12-09", "2026-12-10"],
  ["handling 1, inner", "2026-12-02 09:00", 1, near, "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-04"],
  ["last safe day before Tết, far", "2027-02-01 14:00", 0, far, "2027-02-01", "2027-02-01", "2027-02-03", "2027-02-04"],
  ["too late, far", "2027-02-03 14:00", 0, far, "2027-02-03", "2027-02-03", "2027-02-10", "2027-02-11"],
  ["in Tết, inner", "2027-02-07 10:00", 0, near, "2027-02-11", "2027-02-11", "2027-02-12", "2027-02-12"],
  ["made to order 5 over Tết", "2027-02-01 09:00", 5, far, "2027-02-01", "2027-02-13", "2027-02-16", "2027-02-17"],
  ["cut-off before Giỗ Tổ", "2027-04-15 16:00", 0, near, "2027-04-17", "2027-04-17", "2027-04-19", "2027-04-19"],
  ["30/4 weekend, far", "2027-04-29 16:00", 0, far, "2027-05-04", "2027-05-04", "2027-05-06", "2027-05-07"],
] as const;

describe.each(["Asia/Ho_Chi_Minh", "America/Los_Angeles", "Pacific/Kiritimati"])("with the server in %s", (zone) => {
  const before = process.env.TZ;
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  test.each(vectors)("DP01, DP02: %s", (_name, now, workDays, transit, ...days) => {
    process.env.TZ = zone;
    expect(promise(at(now), workDays, transit)).toEqual(days);
  });
});

/** The last day on which an order before the cut-off arrives by a day. */
function orderBy(day: string, workDays: number, transit: typeof near): string {
  for (let ago = 0; ago < 60; ago++) {
    const ordered = addDays(day, -ago);
    const { start, arrival } = computePromise(rules, { now: momentOn(ordered, 14 * 60), workDays, transit });
    if (start === ordered && arrival && arrival.latest <= day) return ordered;
  }
  throw new Error(`no order arrives by ${day}`);
}

test.each([
  ["2026-12-24", "2026-12-23", "2026-12-21", "2026-12-15"],
  ["2027-02-14", "2027-02-12", "2027-02-03", "2027-01-28"],
  ["2027-03-08", "2027-03-06", "2027-03-04", "2027-02-26"],
  ["2027-02-05", "2027-02-03", "2027-02-01", "2027-01-26"],
  ["2027-02-15", "2027-02-13", "2027-02-11", "2027-01-29"],
  ["2027-10-20", "2027-10-19", "2027-10-16", "2027-10-11"],
  ["2027-11-20", "2027-11-19", "2027-11-17", "2027-11-11"],
])("DP02: for %s order by %s (inner), %s (far), %s (made to order)", (day, inner, elsewhere, made) => {
  expect([orderBy(day, 0, near), orderBy(day, 0, far), orderBy(day, 5, far)]).toEqual([inner, elsewhere, made]);
});

test("DP01: an order is ready for pickup when it is ready for the carrier, and its cut-off is named", () => {
  const computed = computePromise(rules, { now: at("2026-11-23 14:59"), workDays: 0, transit: null });
  expect(computed).toEqual({
    start: "2026-11-23",
    ready: "2026-11-23",
    arrival: null,
    cutoffAt: at("2026-11-23 15:00"),
  });
  const late = computePromise(rules, { now: at("2026-11-23 15:00"), workDays: 0, transit: null });
  expect(late.cutoffAt).toEqual(at("2026-11-25 15:00"));
});

test("DP03: a period of peak adds days to the latest day of parcels picked up in it", () => {
  const slow = { ...rules, slowPeriods: [{ from: "2027-01-25", to: "2027-02-04", extraDays: 1 }] };
  const arrival = (now: string) => computePromise(slow, { now: at(now), workDays: 0, transit: far }).arrival;
  expect(arrival("2027-01-25 09:00")).toEqual({ earliest: "2027-01-27", latest: "2027-01-29" });
  expect(arrival("2027-01-23 09:00")).toEqual({ earliest: "2027-01-26", latest: "2027-01-27" });
});

test("DP03: lunar dates are those of the known calendars", () => {
  expect([2023, 2024, 2025, 2026, 2027, 2028].map(tetOf)).toEqual([
    ...["2023-01-22", "2024-02-10", "2025-01-29", "2026-02-17", "2027-02-06", "2028-01-26"],
  ]);
  const of2027 = [lunarDay(2026, 12, 23), lunarDay(2027, 3, 10), lunarDay(2027, 7, 15), lunarDay(2027, 8, 15)];
  expect(of2027).toEqual(["2027-01-30", "2027-04-16", "2027-08-16", "2027-09-15"]);
  // after a leap month: 2025 had a sixth month twice, 2023 a second
  expect([lunarDay(2025, 8, 15), lunarDay(2023, 3, 10)]).toEqual(["2025-10-06", "2023-04-29"]);
  expect([2029, 2030, 2031, 2032, 2033, 2034, 2035].map(tetOf)).toEqual([
    ...["2029-02-13", "2030-02-02", "2031-01-23", "2032-02-11", "2033-01-31", "2034-02-19", "2035-02-08"],
  ]);
});

test("DP03: a year without entries uses public holidays, and its entry is due from 1 November", () => {
  const isOff = dayOffTest(parseDayRanges("2027-06-07") ?? [], parseDayRanges("2027-01-01, 2026-11-24") ?? []);
  // the merchant's entries replace the shipped ones of their year alone
  expect(["2027-06-07", "2027-01-01", "2026-11-24"].map(isOff)).toEqual([true, false, true]);
  const off2028 = ["2028-01-01", "2028-01-25", "2028-01-26", "2028-01-29", "2028-04-30", "2028-05-01", "2028-09-02"];
  expect(off2028.map(isOff)).toEqual(off2028.map(() => true));
  expect(["2028-01-24", "2028-01-30", "2028-06-07"].map(isOff)).toEqual([false, false, false]);
  const { shop, carrier } = defaultPromiseConfig.daysOff;
  expect(missingYear("2026-12-31", [shop, carrier])).toBeNull();
  expect(missingYear("2027-10-31", [shop, carrier])).toBeNull();
  expect(missingYear("2027-11-01", [shop, carrier])).toBe(2028);
  expect(missingYear("2027-11-01", [parseDayRanges("2028-01-24..2028-01-31") ?? [], carrier])).toBe(2028);
});

test("DP06: days are shown with their weekday, and a single day once", () => {
  expect(formatDayRange("vi", "2026-12-02", "2026-12-03")).toBe("T4 02/12 – T5 03/12");
  expect(formatDayRange("en", "2026-12-02", "2026-12-03")).toBe("Wed 2 – Thu 3 Dec");
  expect(formatDayRange("en", "2026-11-30", "2026-12-01")).toBe("Mon 30 Nov – Tue 1 Dec");
  expect(formatDayRange("vi", "2026-11-24", "2026-11-24")).toBe("T3 24/11");
  expect(formatDayRange("en", "2026-11-29", "2026-11-29")).toBe("Sun 29 Nov");
});

test("DP09: the short form of a range has no weekdays", () => {
  expect(formatShortRange("vi", "2026-12-09", "2026-12-10")).toBe("09–10/12");
  expect(formatShortRange("en", "2026-12-09", "2026-12-10")).toBe("9–10 Dec");
  expect(formatShortRange("vi", "2026-11-30", "2026-12-01")).toBe("30/11 – 01/12");
  expect(formatShortRange("en", "2026-12-09", "2026-12-09")).toBe("9 Dec");
});

test("DP11: the carrier's forecast is a day next to the promise, and none if it is the only promised day", () => {
  const oneDay = { from: "2026-12-02", by: "2026-12-02" };
  const forecast = "2026-12-02T16:59:59Z"; // 23:59 in Vietnam
  expect(forecastDay(forecast, oneDay)).toBeNull();
  expect(forecastDay("2026-12-02T17:00:00Z", oneDay)).toBe("2026-12-03");
  expect(forecastDay(forecast, { from: "2026-12-02", by: "2026-12-03" })).toBe("2026-12-02");
  expect(forecastDay(new Date(forecast), null)).toBe("2026-12-02");
  expect(forecastDay(null, oneDay)).toBeNull();
});

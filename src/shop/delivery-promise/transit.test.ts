import { expect, test } from "vitest";
import { addDays } from "#contract/calendar-days.ts";
import { defaultPromiseConfig } from "./promise-settings.ts";
import { chooseTransit, nearestRank, type OwnParcel, measuredTransit, transitStatistics } from "./transit.ts";

const { rules, policy } = defaultPromiseConfig;
const { carrier } = rules;
const groups = ["district:1", "province:1", "region:south"] as const;
const now = new Date("2026-12-07T09:00:00+07:00");
const at = { carrier, today: "2026-12-07" };
const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

test("DP04: percentiles are nearest ranks", () => {
  const few = [1, 1, 1, 2, 2, 2, 2, 2, 3, 3];
  expect([50, 80, 90, 95].map((percent) => nearestRank(few, percent))).toEqual([2, 2, 3, 3]);
  const many = [...times(25, 2), ...times(4, 3), 9];
  expect([50, 90, 95, 99].map((percent) => nearestRank(many, percent))).toEqual([2, 3, 3, 9]);
});

test("DP04: a group counts from 30 delivered parcels, and slow ones still under way count", () => {
  const delivered = [...times(25, 2), ...times(4, 3), 9];
  expect(measuredTransit(delivered.slice(0, 29), [])).toBeNull();
  expect(measuredTransit(delivered, [])).toEqual({ min: 2, max: 3 });
  expect(measuredTransit(delivered, [1, 2, 3])).toEqual({ min: 2, max: 3 });
  expect(measuredTransit(delivered, times(5, 6))).toEqual({ min: 2, max: 7 });
  // delivered on the day of the pickup: the promise is a day nevertheless
  expect(measuredTransit(times(30, 0), [])).toEqual({ min: 1, max: 1 });
});

const parcel = (days: number, forecast: number | null = null, of: readonly string[] = groups): OwnParcel => ({
  groups: of,
  pickedUp: "2026-11-30",
  delivered: addDays("2026-11-30", days),
  forecast: forecast === null ? null : addDays("2026-11-30", forecast),
});

test("DP04: the smallest group with enough own parcels comes before lead time and policy", () => {
  const query = { groups, leadTime: new Date("2026-12-08T23:00:00+07:00"), policy: policy.elsewhere, carrier, now };
  const elsewhere = ["district:2", "province:1", "region:south"];
  const statistics = (parcels: OwnParcel[]) => transitStatistics(parcels, at);
  const twenty = times(20, 2).map((days) => parcel(days));
  expect(
    chooseTransit(statistics([...twenty, ...times(20, 4).map((days) => parcel(days, null, elsewhere))]), query),
  ).toEqual({ basis: "own", group: "province:1", days: { min: 2, max: 4 } });
  expect(chooseTransit(statistics(twenty), query)).toEqual({
    ...{ basis: "carrier", group: "province:1", days: { min: 1, max: 1 } },
  });
  expect(chooseTransit(statistics(twenty), { ...query, leadTime: null })).toEqual({
    ...{ basis: "policy", group: "province:1", days: policy.elsewhere },
  });
});

test("DP04: the carrier's lead time is corrected by its median error", () => {
  const query = { groups, leadTime: new Date("2026-12-09T23:00:00+07:00"), policy: policy.elsewhere, carrier, now };
  const other = ["district:9", "province:9", "region:north"];
  const late = transitStatistics(
    times(30, 3).map((days) => parcel(days, 2, other)),
    at,
  );
  expect(late.medianError).toBe(1);
  expect(chooseTransit(late, query).days).toEqual({ min: 3, max: 3 });
  const early = transitStatistics(
    times(30, 1).map((days) => parcel(days, 5, other)),
    at,
  );
  expect(early.medianError).toBe(-4);
  expect(chooseTransit(early, query).days).toEqual({ min: 1, max: 1 });
});

import { expect, test } from "vitest";
import { addDays, type CalendarDay, momentOn } from "#contract/calendar-days.ts";
import { computePromise } from "./compute-promise.ts";
import { defaultPromiseConfig } from "./promise-settings.ts";
import { chooseTransit, type OwnParcel, transitStatistics } from "./transit.ts";
import { addWorkingDays, workingDayFrom } from "./work-calendar.ts";

/** A reproducible sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const { rules, policy } = defaultPromiseConfig;
const { shop, carrier } = rules;
const places = [
  { zone: "inner", groups: ["district:1", "province:1", "region:south"], usual: 1 },
  { zone: "elsewhere", groups: ["district:2", "province:2", "region:north"], usual: 3 },
  { zone: "islands", groups: ["district:3", "province:3", "region:south"], usual: 6 },
] as const;

/** Carrier days of a parcel: the usual number, one less or more, and rarely a delay. */
const transitOf = (usual: number, chance: number): number =>
  Math.max(1, usual + (chance < 0.2 ? -1 : chance < 0.75 ? 0 : chance < 0.96 ? 1 : 3));

/** Orders of a year, promised from what was delivered before; a carrier that works on its own days only. */
function simulate(year: number) {
  const random = sequence(2027);
  const parcels: OwnParcel[] = [];
  const promised: { latest: CalendarDay; delivered: CalendarDay; basis: string }[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const known = parcels
      .filter(({ pickedUp }) => pickedUp >= addDays(day, -90) && pickedUp <= day)
      .map((parcel) => (parcel.delivered && parcel.delivered > day ? { ...parcel, delivered: null } : parcel));
    const statistics = transitStatistics(known, { carrier, today: day });
    for (const { zone, groups, usual } of places) {
      for (const minutes of [10 * 60, 16 * 60]) {
        const now = momentOn(day, minutes);
        const query = { groups, leadTime: null, policy: policy[zone], carrier, now };
        const { basis, days } = chooseTransit(statistics, query);
        const { ready, arrival } = computePromise(rules, { now, workDays: 0, transit: days });
        const pickedUp = workingDayFrom(carrier, ready);
        const delivered = addWorkingDays(carrier, pickedUp, transitOf(usual, random()));
        parcels.push({ groups, pickedUp, delivered, forecast: null });
        promised.push({ latest: arrival?.latest ?? "", delivered, basis });
      }
    }
  }
  return promised;
}

test("DP04: in a simulated year at least 90 of 100 parcels arrive by their day, which is never a day off", () => {
  const promised = simulate(2027);
  expect(promised).toHaveLength(365 * 6);
  const inTime = promised.filter(({ latest, delivered }) => delivered <= latest);
  expect(inTime.length / promised.length).toBeGreaterThanOrEqual(0.9);
  const offDays = promised.filter(
    ({ latest }) => carrier.isDayOff(latest) || !carrier.weekdays.has(new Date(latest).getUTCDay()),
  );
  expect(offDays).toEqual([]);
  expect(new Set(promised.map(({ basis }) => basis))).toEqual(new Set(["policy", "own"]));
  // Tết: nothing is ready on the shop's days off, nor delivered on the carrier's
  expect(promised.every(({ delivered }) => !carrier.isDayOff(delivered))).toBe(true);
  expect(["2027-02-04", "2027-02-10"].map(shop.isDayOff)).toEqual([true, true]);
});

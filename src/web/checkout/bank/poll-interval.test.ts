import { expect, test } from "vitest";
import { pollInterval } from "./use-bank-payment.ts";

test("BQ14: the page polls every 3 s, after two minutes less and less often, down to every 15 s", () => {
  const intervals = Array.from({ length: 60 }, (_, polls) => pollInterval(polls));
  expect(intervals.slice(0, 41)).toEqual(Array(41).fill(3_000));
  for (const [nth, interval] of intervals.entries()) expect(interval).toBeGreaterThanOrEqual(intervals[nth - 1] ?? 0);
  expect([intervals[41], intervals.at(-1), pollInterval(10_000)]).toEqual([3_600, 15_000, 15_000]);
});

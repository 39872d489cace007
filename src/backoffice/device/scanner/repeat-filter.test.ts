import { expect, test } from "vitest";
import { createRepeatFilter } from "./repeat-filter.ts";

test("PK03 the same code within 2 s counts once, also while it stays in view", () => {
  const isRepeat = createRepeatFilter();
  expect(isRepeat("A", 0)).toBe(false);
  expect(isRepeat("A", 1_999)).toBe(true);
  expect(isRepeat("B", 2_000)).toBe(false);
  // still in view: the last reading counts, not the first
  expect(isRepeat("A", 3_900)).toBe(true);
  expect(isRepeat("A", 5_900)).toBe(false);
});

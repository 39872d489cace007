import { expect, test } from "vitest";
import { policyOf } from "./policy-of.ts";

const made = (making_days: number) => ({ delivery_policy: { making_days, text: `${making_days} days` } });

test("DP07: the policy is that of the item that takes longest", () => {
  expect(policyOf([made(0), made(9), made(3)])).toBe("9 days");
  expect(policyOf([made(0)])).toBe("0 days");
  expect(policyOf([])).toBeUndefined();
});

test("DP07: items from a server of the previous version have no policy", () => {
  expect(policyOf([{}])).toBeUndefined();
  expect(policyOf([{}, made(3), {}])).toBe("3 days");
});

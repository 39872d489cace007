import { expect, test } from "vitest";
import type { ItemPrices, PriceRule } from "#contract/backoffice/prices.ts";
import { dong } from "#contract/money.ts";
import { applyRule, roundPrice, warningsOf } from "./price-rule.ts";

const rule = (own: Partial<PriceRule>): PriceRule => ({
  ...{ on: "regular", by: "percent", of: "regular", value: 0, round: "0", from: null, until: null },
  ...own,
});
const prices = (regular: number | null, sale: number | null = null): ItemPrices => ({
  ...{
    regular: regular === null ? null : dong(regular),
    sale: sale === null ? null : dong(sale),
    from: null,
    to: null,
  },
});

test("PR18: prices are rounded to 1,000, to 10,000 or to end in 9,000", () => {
  expect(roundPrice(391_499, "1000")).toBe(391_000);
  expect(roundPrice(395_000, "10000")).toBe(400_000);
  expect([391_000, 395_000, 4_000, 404_100].map((price) => roundPrice(price, "9000"))).toEqual([
    389_000, 399_000, 9_000, 409_000,
  ]);
  expect(roundPrice(391_499.6, "0")).toBe(391_500);
});

test("PR18: a rule changes price or sale price by percent or amount, sets or ends a sale", () => {
  const before = prices(500_000, 400_000);
  const changed = (own: Partial<PriceRule>) => {
    const { regular, sale } = applyRule(before, rule(own));
    return [regular, sale];
  };
  expect(changed({ value: -10 })).toEqual([450_000, 400_000]);
  expect(changed({ by: "amount", value: 25_000 })).toEqual([525_000, 400_000]);
  expect(changed({ on: "sale", value: -30 })).toEqual([500_000, 350_000]);
  expect(changed({ on: "sale", of: "sale", value: 10 })).toEqual([500_000, 440_000]);
  expect(changed({ on: "sale", by: "set", value: 299_000 })).toEqual([500_000, 299_000]);
  expect(changed({ on: "sale", by: "end" })).toEqual([500_000, null]);
  expect(changed({ by: "amount", value: -900_000 })).toEqual([0, 400_000]);
  expect(applyRule(prices(null), rule({ value: 10 }))).toEqual(prices(null));
  expect(applyRule(prices(500_000), rule({ on: "sale", of: "sale", value: 10 }))).toEqual(prices(500_000));
});

test("PR18: marks prices of 0, above the regular price, below cost, and far below the old one", () => {
  const marks = (before: ItemPrices, after: ItemPrices, cost: number | null = null) =>
    warningsOf(before, after, cost === null ? null : dong(cost));
  expect(marks(prices(500_000), prices(0))).toEqual(["zero", "large_discount"]);
  expect(marks(prices(500_000), prices(500_000, 510_000))).toEqual(["above_regular"]);
  expect(marks(prices(500_000), prices(450_000), 460_000)).toEqual(["below_cost"]);
  expect(marks(prices(500_000), prices(500_000, 349_999))).toEqual(["large_discount"]);
  expect(marks(prices(500_000), prices(500_000, 350_000))).toEqual([]);
});

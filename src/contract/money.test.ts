import { describe, expect, expectTypeOf, test } from "vitest";
import { Cart } from "./cart.ts";
import type { ProductCard } from "./catalog.ts";
import {
  type Dong,
  dong,
  formatDong,
  formatPrice,
  formatUsdCents,
  max,
  min,
  multiply,
  negate,
  prorate,
  subtract,
  sum,
  toUsdCents,
  toUsdParts,
  type UsdCents,
  usdCents,
} from "./money.ts";
import { CreateRefund } from "./woo/refund.ts";
import { PriceText } from "./woo/write.ts";

describe("an amount", () => {
  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, Number("1290000₫")])("is not %d", (value) => {
    const error = new RegExp(`whole .*: ${value}$`);
    expect(() => dong(value)).toThrow(RangeError);
    expect(() => dong(value)).toThrow(error);
    expect(() => usdCents(value)).toThrow(error);
  });

  test("may be negative, as a discount is", () => {
    expect(dong(-100_000)).toBe(-100_000);
    expect(negate(dong(100_000))).toBe(-100_000);
  });

  test("adds, subtracts and multiplies in its unit", () => {
    expect(sum([dong(390_000), dong(30_000)])).toBe(420_000);
    expect(sum([])).toBe(0);
    expect(subtract(usdCents(6450), usdCents(2149))).toBe(4301);
    expect(multiply(dong(390_000), 3)).toBe(1_170_000);
    expect([max(dong(1), dong(2)), min(dong(1), dong(2))]).toEqual([2, 1]);
  });

  test("is prorated to whole đồng", () => {
    expect(prorate(dong(100_000), 1, 3)).toBe(33_333);
    expect(prorate(dong(100_000), 2, 3)).toBe(66_667);
  });

  test("is converted to cents, rounded half up", () => {
    expect(toUsdCents(dong(1_290_000), 26_000)).toBe(4962);
    expect(toUsdCents(dong(130), 26_000)).toBe(1);
    expect(toUsdCents(dong(129), 26_000)).toBe(0);
  });

  test("is formatted in either currency", () => {
    expect([dong(0), dong(999), dong(1_290_000), dong(-100_000)].map(formatDong)).toEqual([
      ...["0\u00a0₫", "999\u00a0₫", "1.290.000\u00a0₫", "-100.000\u00a0₫"],
    ]);
    expect([usdCents(5), usdCents(4962), usdCents(-123_456_789)].map(formatUsdCents)).toEqual([
      ...["$0.05", "$49.62", "-$1,234,567.89"],
    ]);
    expect(formatPrice(dong(1_290_000), { code: "VND", rate: 1 })).toBe("1.290.000\u00a0₫");
    expect(formatPrice(dong(1_290_000), { code: "USD", rate: 26_000 })).toBe("$49.62");
  });

  test("in WooCommerce's notation is parsed to đồng", () => {
    expect(PriceText.parse("1290000.00")).toBe(1_290_000);
    expect(PriceText.parse("")).toBeNull();
    expect(CreateRefund.parse({ amount: 390_000 }).amount).toBe(390_000);
    expect(PriceText.safeParse("1290000.50").success).toBe(false);
  });
});

/** Never called: `tsc` checks that each of these is an error. */
function mixUnits(amount: Dong, cents: UsdCents): unknown {
  return [
    // @ts-expect-error a number without a unit
    formatDong(1_290_000),
    // @ts-expect-error cents are not đồng
    formatDong(cents),
    // @ts-expect-error đồng are not cents
    formatUsdCents(amount),
    // @ts-expect-error the result of plain arithmetic has no unit
    formatDong(amount * 2),
    // @ts-expect-error a difference of two units
    subtract(amount, cents),
    // @ts-expect-error a sum of two units is in neither
    formatDong(sum([amount, cents])),
    // @ts-expect-error đồng are never equal to cents
    amount === cents,
    // @ts-expect-error cents are converted already
    toUsdCents(cents, 26_000),
  ];
}

test("the contract's amounts have their unit", () => {
  expectTypeOf<Cart["total"]>().toEqualTypeOf<Dong>();
  expectTypeOf<ProductCard["sale_price"]>().toEqualTypeOf<Dong | null>();
  expectTypeOf(PriceText.parse("")).toEqualTypeOf<Dong | null>();
  expectTypeOf(mixUnits).parameters.toEqualTypeOf<[Dong, UsdCents]>();
  expect(Cart.shape.total.safeParse(1.5).success).toBe(false);
});

describe("the parts of a sum, in dollars", () => {
  test("add up to the converted sum where each converted by itself does not", () => {
    const parts = [dong(412_000), dong(430_000)];
    expect(sum(parts.map((part) => toUsdCents(part, 26_000)))).toBe(3239);
    expect(toUsdParts(parts, 26_000)).toEqual([1584, 1654]);
    expect(toUsdCents(sum(parts), 26_000)).toBe(3238);
  });

  test("add up for any amounts and rate, each within a cent of its own conversion", () => {
    for (let round = 1; round < 2_000; round++) {
      const rate = 20_000 + ((round * 7_919) % 9_973);
      const parts = Array.from({ length: round % 9 }, (_, at) =>
        dong(((round * 104_729 * (at + 1)) % 9_999_991) - 50_000),
      );
      const converted = toUsdParts(parts, rate);
      expect(sum(converted)).toBe(toUsdCents(sum(parts), rate));
      for (const [at, part] of parts.entries())
        expect(Math.abs((converted[at] ?? 0) - toUsdCents(part, rate))).toBeLessThanOrEqual(1);
    }
  });
});

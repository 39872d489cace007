import type { ItemPrices, PriceRule, PriceWarning } from "#contract/backoffice/prices.ts";
import { type Dong, dong } from "#contract/money.ts";

/** Rounds a price; the nearest that ends in 9,000 is 9,000 above a multiple of 10,000. */
export function roundPrice(price: number, round: PriceRule["round"]): Dong {
  if (round === "0") return dong(Math.round(price));
  if (round === "9000") return dong(Math.max(9_000, Math.round((price - 9_000) / 10_000) * 10_000 + 9_000));
  const step = Number(round);
  return dong(Math.round(price / step) * step);
}

/** The price that the rule computes, at least 0; null if there is nothing to compute it from. */
function computed(prices: ItemPrices, { on, by, of, value, round }: PriceRule): Dong | null {
  if (by === "set") return roundPrice(Math.max(0, value), round);
  const base = on === "sale" && of === "regular" ? prices.regular : prices[on === "sale" ? "sale" : of];
  if (base === null) return null;
  const raw = by === "percent" ? base * (1 + value / 100) : base + value;
  return raw <= 0 ? dong(0) : roundPrice(raw, round);
}

/** The prices of an item after the rule; the same prices if it does not concern the item. */
export function applyRule(prices: ItemPrices, rule: PriceRule): ItemPrices {
  if (rule.by === "end") return prices.sale === null ? prices : { ...prices, sale: null, from: null, to: null };
  // an item without a price is not for sale
  if (prices.regular === null) return prices;
  const price = computed(prices, rule);
  if (price === null) return prices;
  if (rule.on === "regular") return { ...prices, regular: price };
  return { ...prices, sale: price, from: rule.from, to: rule.until };
}

/** What a shopper pays while the sale runs. */
export const effectivePrice = ({ regular, sale }: ItemPrices): Dong =>
  sale !== null && regular !== null && sale < regular ? sale : (regular ?? dong(0));

const isLargeDiscount = (before: Dong, after: Dong): boolean => before > 0 && after < before * 0.7;

/** Whether higher prices are what the rule is for. */
const raisesPrices = ({ on, by, value }: PriceRule): boolean =>
  by === "end" || (by === "set" ? on === "regular" : value > 0);

/** A price that rises by a rule that is not for that: a lower sale price than the new one, or rounding. */
export const raisedWarning = (before: ItemPrices, after: ItemPrices, rule: PriceRule): PriceWarning[] =>
  !raisesPrices(rule) && effectivePrice(after) > effectivePrice(before) ? ["raised"] : [];

/** @param cost of a unit; null: unknown, or hidden from the reader */
export function warningsOf(before: ItemPrices, after: ItemPrices, cost: Dong | null): PriceWarning[] {
  const price = effectivePrice(after);
  const large = isLargeDiscount(effectivePrice(before), price) || isLargeDiscount(after.regular ?? dong(0), price);
  return [
    ...(after.regular === 0 || after.sale === 0 ? (["zero"] as const) : []),
    ...(after.sale !== null && after.regular !== null && after.sale >= after.regular
      ? (["above_regular"] as const)
      : []),
    ...(cost !== null && price < cost ? (["below_cost"] as const) : []),
    ...(large ? (["large_discount"] as const) : []),
  ];
}

export const isSamePrice = (one: ItemPrices, other: ItemPrices): boolean =>
  one.regular === other.regular &&
  one.sale === other.sale &&
  sameTime(one.from, other.from) &&
  sameTime(one.to, other.to);

const sameTime = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && new Date(one).getTime() === new Date(other).getTime());

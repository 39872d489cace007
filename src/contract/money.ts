declare const unit: unique symbol;
/** An amount in whole Vietnamese đồng. */
export type Dong = number & { readonly [unit]: "VND" };
/** An amount in whole US cents. */
export type UsdCents = number & { readonly [unit]: "USD" };
type Money = Dong | UsdCents;

export const currencyCodes = ["VND", "USD"] as const;
export type CurrencyCode = (typeof currencyCodes)[number];
export const isCurrencyCode = (value: unknown): value is CurrencyCode => currencyCodes.some((code) => code === value);
export const defaultCurrency: CurrencyCode = "VND";

/** A row of the currency table; `rate` is the price of one unit of the currency in đồng. */
export interface Currency {
  code: CurrencyCode;
  symbol: string;
  rate: number;
  default_currency: boolean;
}

/** Initial exchange rate, and the fallback when the content request fails. */
export const initialUsdRate = 26_000;

export const bundledCurrencies: readonly Currency[] = [
  { code: "VND", symbol: "₫", rate: 1, default_currency: true },
  { code: "USD", symbol: "$", rate: initialUsdRate, default_currency: false },
];

/** @throws RangeError unless the value is a safe integer */
export function dong(value: number): Dong {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an amount in whole đồng: ${value}`);
  return value as Dong;
}

/** @throws RangeError unless the value is a safe integer */
export function usdCents(value: number): UsdCents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an amount in whole US cents: ${value}`);
  return value as UsdCents;
}

export const sum = <Unit extends Money>(amounts: readonly Unit[]): Unit =>
  amounts.reduce((total: number, amount) => total + amount, 0) as Unit;

export const subtract = <Unit extends Money>(amount: Unit, subtrahend: Unit): Unit => (amount - subtrahend) as Unit;

export const negate = (amount: Dong): Dong => -amount as Dong;
export const abs = (amount: Dong): Dong => Math.abs(amount) as Dong;

/** @param quantity a whole number */
export const multiply = <Unit extends Money>(amount: Unit, quantity: number): Unit => (amount * quantity) as Unit;

export const max = <Unit extends Money>(a: Unit, b: Unit): Unit => (a > b ? a : b);
export const min = <Unit extends Money>(a: Unit, b: Unit): Unit => (a < b ? a : b);

/** The share of `part` of `whole` units in an amount, rounded. */
export const prorate = (amount: Dong, part: number, whole: number): Dong => Math.round((amount / whole) * part) as Dong;

/** Converts đồng to whole cents, rounded half up. @param rate đồng per dollar */
export const toUsdCents = (amount: Dong, rate: number): UsdCents => Math.floor((amount * 100) / rate + 0.5) as UsdCents;

/**
 * Converts amounts so that they add up to their converted sum: each is rounded down, and the cents that are then missing go
 * to those with the largest remainders.
 * @param rate đồng per dollar
 */
export function toUsdParts(amounts: readonly Dong[], rate: number): UsdCents[] {
  const exact = amounts.map((amount) => (amount * 100) / rate);
  const floors = exact.map(Math.floor);
  const missing = toUsdCents(sum(amounts), rate) - floors.reduce((total, cents) => total + cents, 0);
  const byRemainder = exact.map((cents, at) => ({ at, remainder: cents - Math.floor(cents) }));
  byRemainder.sort((a, b) => b.remainder - a.remainder);
  const raised = new Set(byRemainder.slice(0, missing).map(({ at }) => at));
  return floors.map((cents, at) => (cents + (raised.has(at) ? 1 : 0)) as UsdCents);
}

/** Hand-written because constructing `Intl` formats takes a phone longer than loading all other modules of a page. */
const groupThousands = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);

const signOf = (amount: Money): string => (amount < 0 ? "-" : "");

/** Formats đồng for display: `1.290.000 ₫`. */
export const formatDong = (amount: Dong): string =>
  `${signOf(amount)}${groupThousands(String(Math.abs(amount)), ".")}\u00a0₫`;

/** Formats dollars for display: `$49.62`. */
export function formatUsdCents(amount: UsdCents): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${signOf(amount)}$${groupThousands(digits.slice(0, -2), ",")}.${digits.slice(-2)}`;
}

/** What was charged in dollars, with the amount in đồng: `$17.62 (458.000 ₫)`. */
export const formatCharged = (cents: UsdCents, amount: Dong): string =>
  `${formatUsdCents(cents)} (${formatDong(amount)})`;

/** Formats an amount in a currency for display: `1.290.000 ₫` or `$49.62`. */
export const formatPrice = (amount: Dong, { code, rate }: Pick<Currency, "code" | "rate">): string =>
  code === "VND" ? formatDong(amount) : formatUsdCents(toUsdCents(amount, rate));

/** Discount in rounded percent, or null unless both prices are positive and the sale price is lower. */
export const discountPercent = (regular: Dong | null, sale: Dong | null): number | null =>
  regular !== null && sale !== null && regular > 0 && sale > 0 && sale < regular
    ? Math.round(((regular - sale) / regular) * 100)
    : null;

import type { Language } from "./language.ts";

export const currencyCodes = ["VND", "USD"] as const;
export type CurrencyCode = (typeof currencyCodes)[number];
export const isCurrencyCode = (value: unknown): value is CurrencyCode => currencyCodes.some((code) => code === value);
export const defaultCurrency: CurrencyCode = "VND";

/** One row of the server's currency table; `rate` is đồng for one unit of the currency. */
export interface Currency {
  code: CurrencyCode;
  symbol: string;
  rate: number;
  default_currency: boolean;
}

/** The first value of the server's rate table, and the fallback when the content call fails. */
export const initialUsdRate = 26_000;

export const bundledCurrencies: readonly Currency[] = [
  { code: "VND", symbol: "₫", rate: 1, default_currency: true },
  { code: "USD", symbol: "$", rate: initialUsdRate, default_currency: false },
];

/** Whole cents for an amount in đồng, rounded half up. @param rate đồng for one dollar */
export const toUsdCents = (amount: number, rate: number): number => Math.floor((amount * 100) / rate + 0.5);

/** Written out here: to make the formats of `Intl` took a phone longer than all other modules of a page together. */
const inThousands = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);

const inDong = (amount: number): string => `${inThousands(String(amount), ".")}\u00a0₫`;

function inDollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `$${inThousands(digits.slice(0, -2), ",")}.${digits.slice(-2)}`;
}

/** An amount in đồng as a shopper reads it: `1.290.000 ₫` or `$49.62`. */
export function formatPrice(amount: number, { code, rate }: Pick<Currency, "code" | "rate">): string {
  const whole = code === "VND" ? Math.round(amount) : toUsdCents(amount, rate);
  return `${whole < 0 ? "-" : ""}${(code === "VND" ? inDong : inDollars)(Math.abs(whole))}`;
}

/** Rounded percent off, or null unless both prices are positive numbers and the sale price is the lower. */
export const discountPercent = (regular: number | null, sale: number | null): number | null =>
  regular !== null && sale !== null && regular > 0 && sale > 0 && sale < regular
    ? Math.round(((regular - sale) / regular) * 100)
    : null;

/** Thousands grouped for a sentence in one language, with no currency sign. */
export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === "vi" ? "vi-VN" : "en-US").format(value);

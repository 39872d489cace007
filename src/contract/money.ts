import type { Language } from "./language.ts";

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

/** Converts đồng to whole cents, rounded half up. @param rate đồng per dollar */
export const toUsdCents = (amount: number, rate: number): number => Math.floor((amount * 100) / rate + 0.5);

/** Hand-written because constructing `Intl` formats takes a phone longer than loading all other modules of a page. */
const groupThousands = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);

const formatDong = (amount: number): string => `${groupThousands(String(amount), ".")}\u00a0₫`;

function formatDollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `$${groupThousands(digits.slice(0, -2), ",")}.${digits.slice(-2)}`;
}

/** Formats an amount in đồng for display: `1.290.000 ₫` or `$49.62`. */
export function formatPrice(amount: number, { code, rate }: Pick<Currency, "code" | "rate">): string {
  const whole = code === "VND" ? Math.round(amount) : toUsdCents(amount, rate);
  return `${whole < 0 ? "-" : ""}${(code === "VND" ? formatDong : formatDollars)(Math.abs(whole))}`;
}

/** Discount in rounded percent, or null unless both prices are positive and the sale price is lower. */
export const discountPercent = (regular: number | null, sale: number | null): number | null =>
  regular !== null && sale !== null && regular > 0 && sale > 0 && sale < regular
    ? Math.round(((regular - sale) / regular) * 100)
    : null;

/** Formats a number with the language's thousands separator, without a currency sign. */
export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === "vi" ? "vi-VN" : "en-US").format(value);

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

const vndFormat = new Intl.NumberFormat("vi-VN", { style: "currency", currency: "VND" });
const usdFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount in đồng as a shopper reads it: `1.290.000 ₫` or `$49.62`. */
export const formatPrice = (amount: number, currency: Pick<Currency, "code" | "rate">): string =>
  currency.code === "VND" ? vndFormat.format(amount) : usdFormat.format(toUsdCents(amount, currency.rate) / 100);

/** Rounded percent off, or null unless both prices are positive numbers and the sale price is the lower. */
export const discountPercent = (regular: number | null, sale: number | null): number | null =>
  regular !== null && sale !== null && regular > 0 && sale > 0 && sale < regular
    ? Math.round(((regular - sale) / regular) * 100)
    : null;

/** Thousands grouped for a sentence in one language, with no currency sign. */
export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === "vi" ? "vi-VN" : "en-US").format(value);

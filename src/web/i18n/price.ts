import { useMemo } from "react";
import { bundledCurrencies, type Currency, formatPrice, toUsdCents } from "#contract/money.ts";
import type { PageSettings } from "#contract/page-context.ts";
import { useSettings } from "./settings.ts";

const vietnameseDong: Currency = { code: "VND", symbol: "₫", rate: 1, default_currency: true };

/** The page's currency, with the rate at rendering time. */
export const currencyOf = ({ currency, currencies }: Pick<PageSettings, "currency" | "currencies">): Currency =>
  currencies.find(({ code }) => code === currency) ??
  bundledCurrencies.find(({ code }) => code === currency) ??
  vietnameseDong;

/** Đồng for one dollar, as shown in texts: `26.000 ₫`. */
export const usdRateText = (settings: Pick<PageSettings, "currencies">): string =>
  formatPrice(currencyOf({ currency: "USD", currencies: settings.currencies }).rate, vietnameseDong);

/** Formats whole đồng in the page's currency; `usePrice()(1290000)` is `1.290.000 ₫` or `$49.62`. */
export function usePrice(): (vnd: number) => string {
  const settings = useSettings();
  return useMemo(() => {
    const currency = currencyOf(settings);
    return (vnd) => formatPrice(vnd, currency);
  }, [settings]);
}

/** An amount in both currencies, for the PayPal text. @param vnd whole đồng */
export function useBothCurrencies(vnd: number): { amount_usd: string; amount_vnd: string } {
  const { currencies } = useSettings();
  return {
    amount_usd: formatPrice(vnd, currencyOf({ currency: "USD", currencies })),
    amount_vnd: formatPrice(vnd, vietnameseDong),
  };
}

/**
 * Whether the displayed amounts add up to the displayed sum. In dollars each is rounded separately, and PayPal is
 * charged the total, converted once: they may then differ by a cent or two. Amounts are whole đồng.
 */
export function useAddsUp(): (parts: readonly number[], sum: number) => boolean {
  const { code, rate } = currencyOf(useSettings());
  if (code !== "USD") return () => true;
  return (parts, sum) => parts.reduce((cents, part) => cents + toUsdCents(part, rate), 0) === toUsdCents(sum, rate);
}

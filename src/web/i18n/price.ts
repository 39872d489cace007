import { useMemo } from "react";
import { bundledCurrencies, type Currency, formatPrice } from "#contract/money.ts";
import { type PageSettings, useSettings } from "./settings.ts";

const vietnameseDong: Currency = { code: "VND", symbol: "₫", rate: 1, default_currency: true };

/** The page's currency, with the rate that the page was rendered with. */
export const currencyOf = ({ currency, currencies }: Pick<PageSettings, "currency" | "currencies">): Currency =>
  currencies.find(({ code }) => code === currency) ??
  bundledCurrencies.find(({ code }) => code === currency) ??
  vietnameseDong;

/** Đồng for one dollar, as a sentence shows it: `26.000 ₫`. */
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

import { useMemo } from "react";
import {
  bundledCurrencies,
  type Currency,
  type Dong,
  dong,
  formatDong,
  formatPrice,
  formatUsdCents,
  subtract,
  sum,
  toUsdCents,
  toUsdParts,
} from "#contract/money.ts";
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
  formatDong(dong(currencyOf({ currency: "USD", currencies: settings.currencies }).rate));

/** Formats an amount in the page's currency; `usePrice()(dong(1290000))` is `1.290.000 ₫` or `$49.62`. */
export function usePrice(): (amount: Dong) => string {
  const settings = useSettings();
  return useMemo(() => {
    const currency = currencyOf(settings);
    return (amount) => formatPrice(amount, currency);
  }, [settings]);
}

/** An amount in both currencies, for the PayPal text. */
export function useBothCurrencies(amount: Dong): { amount_usd: string; amount_vnd: string } {
  const { currencies } = useSettings();
  return {
    amount_usd: formatPrice(amount, currencyOf({ currency: "USD", currencies })),
    amount_vnd: formatDong(amount),
  };
}

/**
 * Formats the parts of a sum so that they add up as displayed: in dollars, amounts that are rounded separately may miss the
 * converted sum by a cent or two.
 */
export function usePriceParts(): (parts: readonly Dong[]) => string[] {
  const { code, rate } = currencyOf(useSettings());
  return (parts) => (code === "USD" ? toUsdParts(parts, rate).map(formatUsdCents) : parts.map(formatDong));
}

/** Formats what is added to a subtotal so that both add up to the converted total as displayed. */
export function usePriceAfter(): (subtotal: Dong, added: Dong) => string {
  const { code, rate } = currencyOf(useSettings());
  return (subtotal, added) =>
    code === "USD"
      ? formatUsdCents(subtract(toUsdCents(sum([subtotal, added]), rate), toUsdCents(subtotal, rate)))
      : formatDong(added);
}

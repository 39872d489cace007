import { type Dong, dong } from "#contract/money.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Price limit named by a gift category. */
const priceLimits: ReadonlyMap<string, Dong> = new Map([["gifts-under-25usd", dong(500_000)]]);

/** A category's price limit as text where prices are in dollars; null otherwise. */
export function usePriceLimitInDollars(slug: string): string | null {
  const t = useTexts();
  const price = usePrice();
  const { currency } = useSettings();
  const bound = priceLimits.get(slug);
  return bound && currency === "USD" ? t("listing.bound_usd", { amount: price(bound) }) : null;
}

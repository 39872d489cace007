import { usePrice } from "#web/i18n/price.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** The most that a piece costs whose category's name says so; whole đồng. */
const most: Readonly<Record<string, number>> = { "gifts-under-25usd": 500_000 };

/** The bound in a category's name, which is đồng, as it reads where prices are in dollars; null elsewhere. */
export function useBoundInDollars(slug: string): string | null {
  const t = useTexts();
  const price = usePrice();
  const { currency } = useSettings();
  const bound = most[slug];
  return bound && currency === "USD" ? t("listing.bound_usd", { amount: price(bound) }) : null;
}

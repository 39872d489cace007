import { type Dong, toUsdCents, type UsdCents } from "#contract/money.ts";
import { isChargedInUsd } from "#contract/payment-methods/index.ts";
import { currencyOf } from "./price.ts";
import { useSettings } from "./settings.ts";

/** What the page shows as charged for a total; null for a payment method that does not charge dollars. */
export function useChargedCents(): (method: string, total: Dong) => UsdCents | null {
  const { currencies } = useSettings();
  const { rate } = currencyOf({ currency: "USD", currencies });
  return (method, total) => (isChargedInUsd(method) ? toUsdCents(total, rate) : null);
}

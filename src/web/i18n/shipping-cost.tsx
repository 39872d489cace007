import type { Dong } from "#contract/money.ts";
import { usePriceAfter } from "./price.ts";
import { useTexts } from "./texts-provider.tsx";

/**
 * The shipping cost. "Free" is a text within a line elsewhere; here it is on its own, so it is
 * capitalised.
 * @param subtotal the displayed amount that it is added to
 */
export function ShippingCost({ cost, subtotal }: { cost: Dong; subtotal: Dong }) {
  const t = useTexts();
  const priceAfter = usePriceAfter();
  return cost === 0 ? (
    <span className="inline-block first-letter:uppercase">{t("checkout.shipping_free")}</span>
  ) : (
    priceAfter(subtotal, cost)
  );
}

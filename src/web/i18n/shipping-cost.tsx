import type { Dong } from "#contract/money.ts";
import { usePrice } from "./price.ts";
import { useTexts } from "./texts-provider.tsx";

/**
 * The shipping cost. "Free" is a text within a line elsewhere; here it is on its own, so it is
 * capitalised.
 */
export function ShippingCost({ cost }: { cost: Dong }) {
  const t = useTexts();
  const price = usePrice();
  return cost === 0 ? (
    <span className="inline-block first-letter:uppercase">{t("checkout.shipping_free")}</span>
  ) : (
    price(cost)
  );
}

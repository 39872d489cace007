import { usePrice } from "./price.ts";
import { useTexts } from "./texts-provider.tsx";

/** What delivery costs, in whole đồng; the word for nothing stands by itself here, and begins as a sentence does. */
export function ShippingCost({ cost }: { cost: number }) {
  const t = useTexts();
  const price = usePrice();
  return cost === 0 ? (
    <span className="inline-block first-letter:uppercase">{t("checkout.shipping_free")}</span>
  ) : (
    price(cost)
  );
}

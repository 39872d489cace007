import type { Dong } from "#contract/money.ts";
import { Price } from "#web/design/price.tsx";
import { usePrice } from "./price.ts";
import { useTexts } from "./texts-provider.tsx";

interface PriceTagProps {
  /** null for a product with its price on request */
  price: Dong | null;
  /** before the sale; shown struck through if it is higher */
  regular?: Dong | null | undefined;
  /** the price as displayed, if it is part of a sum */
  displayed?: string | undefined;
  className?: string;
}

/** A price in the page's currency; on sale, next to the regular price. */
export function PriceTag({ price, regular, displayed, className = "" }: PriceTagProps) {
  const t = useTexts();
  const format = usePrice();
  if (price === null) return <span className={className}>{t("card.price_on_asking")}</span>;
  const reduced = regular != null && regular > price;
  return (
    <Price
      price={displayed ?? format(price)}
      regular={reduced ? format(regular) : null}
      labels={{
        price: t("card.sale_price", { price: "" }).trim(),
        regular: t("card.regular_price", { price: "" }).trim(),
      }}
      className={className}
    />
  );
}

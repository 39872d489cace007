import { type Dong, discountPercent } from "#contract/money.ts";
import { Badge } from "#design/badge.tsx";
import { Price } from "#design/price.tsx";
import { usePrice } from "./price.ts";
import { useTexts } from "./texts-provider.tsx";

interface PriceTagProps {
  /** null for a product with its price on request */
  price: Dong | null;
  /** before the sale; shown struck through if it is higher */
  regular?: Dong | null | undefined;
  /** the price as displayed, if it is part of a sum */
  displayed?: string | undefined;
  /** on sale, shows the discount next to the prices */
  badge?: boolean;
  className?: string;
}

/** A price in the page's currency; on sale, next to the regular price. */
export function PriceTag({ price, regular, displayed, badge = false, className }: PriceTagProps) {
  const t = useTexts();
  const format = usePrice();
  if (price === null) return <span className={className}>{t("card.price_on_request")}</span>;
  const percent = discountPercent(regular ?? null, price);
  return (
    <Price
      price={displayed ?? format(price)}
      regular={regular != null && percent !== null ? format(regular) : null}
      labels={{
        price: t("card.sale_price", { price: "" }).trim(),
        regular: t("card.regular_price", { price: "" }).trim(),
      }}
      {...(className ? { className } : {})}
    >
      {badge && percent !== null && <Badge tone="sale">{t("card.sale_badge", { percent })}</Badge>}
    </Price>
  );
}

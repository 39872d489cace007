import { discountPercent, type Dong } from "#contract/money.ts";
import { Badge } from "#design/badge.tsx";
import { classes } from "#design/class-names.ts";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface ProductPriceProps {
  of: { price: Dong | null; regularPrice: Dong | null; salePrice: Dong | null };
  className?: string;
}

/** The price of the chosen variation; on sale with the regular price and the percentage off. */
export function ProductPrice({ of: { price, regularPrice, salePrice }, className }: ProductPriceProps) {
  const t = useTexts();
  const percent = discountPercent(regularPrice, salePrice);
  return (
    <p className={classes("flex flex-wrap items-center gap-x-3 gap-y-1.5", className)}>
      <PriceTag price={price} regular={percent === null ? null : regularPrice} />
      {percent !== null && <Badge tone="sale">{t("product.discount", { percent })}</Badge>}
    </p>
  );
}

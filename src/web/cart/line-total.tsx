import type { CartItem } from "#contract/cart.ts";
import { multiply } from "#contract/money.ts";
import { usePriceParts } from "#web/i18n/price.ts";
import { PriceTag } from "#web/i18n/price-tag.tsx";

interface LineTotalProps {
  item: CartItem;
  /** the lines of the displayed sum */
  summed: readonly CartItem[];
  className?: string;
}

/** A line's total; on sale also the regular total, struck through. */
export function LineTotal({ item, summed, className }: LineTotalProps) {
  const parts = usePriceParts()(summed.map(({ total }) => total));
  const regular = item.purchasable ? multiply(item.regular_price, item.quantity) : null;
  return (
    <PriceTag
      price={item.total}
      regular={regular}
      badge
      displayed={parts[summed.indexOf(item)]}
      {...(className ? { className } : {})}
    />
  );
}

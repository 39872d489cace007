import type { CartItem } from "#contract/cart.ts";
import { multiply } from "#contract/money.ts";
import { PriceTag } from "#web/i18n/price-tag.tsx";

/** A line's total; on sale also the regular total, struck through. */
export function LineTotal({ item, className }: { item: CartItem; className?: string }) {
  const regular = item.purchasable ? multiply(item.regular_price, item.quantity) : null;
  return <PriceTag price={item.total} regular={regular} {...(className ? { className } : {})} />;
}

import type { CartItem } from "#contract/cart.ts";
import { PriceTag } from "#web/i18n/price-tag.tsx";

/** What a line comes to; of a piece on sale also what it would have come to before, struck through. */
export function LineTotal({ item, className }: { item: CartItem; className?: string }) {
  const regular = item.purchasable ? item.regular_price * item.quantity : null;
  return <PriceTag price={item.total} regular={regular} {...(className ? { className } : {})} />;
}

import type { Cart } from "#contract/cart.ts";
import { multiply, sum } from "#contract/money.ts";

/** Quantities not yet confirmed by the server, by `cart_item_key`; 0 or less is a removal. */
export type PendingQuantities = Readonly<Record<string, number>>;

/**
 * The cart to show: the server's last state with the pending edits applied, with totals computed as the server does.
 */
export function optimisticCart(cart: Cart, pending: PendingQuantities): Cart {
  if (Object.keys(pending).length === 0) return cart;
  const items = cart.items
    .map((item) => {
      const quantity = pending[item.cart_item_key] ?? item.quantity;
      return quantity === item.quantity ? item : { ...item, quantity, total: multiply(item.price, quantity) };
    })
    .filter((item) => item.quantity > 0);
  return {
    ...cart,
    items,
    total: sum(items.filter(({ purchasable }) => purchasable).map(({ total }) => total)),
    item_count: items.reduce((count, { quantity }) => count + quantity, 0),
  };
}

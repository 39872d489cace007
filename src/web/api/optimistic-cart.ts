import type { Cart } from "#contract/cart.ts";

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
      return quantity === item.quantity ? item : { ...item, quantity, total: item.price * quantity };
    })
    .filter((item) => item.quantity > 0);
  return {
    ...cart,
    items,
    total: items.reduce((sum, item) => sum + (item.purchasable ? item.total : 0), 0),
    item_count: items.reduce((sum, item) => sum + item.quantity, 0),
  };
}

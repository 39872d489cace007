import type { CartItem } from "#contract/cart.ts";

/**
 * Number of items, of one product or several, from which delivery within Vietnam is free; the server uses the same
 * rule.
 */
export const freeShippingFrom = 2;

/** Number of items that are sent: a virtual one does not count. */
export const sentCount = (items: readonly CartItem[]): number =>
  items.reduce((count, { virtual, quantity }) => (virtual ? count : count + quantity), 0);

/** Nothing is sent, so there is no shipping cost, and no cash on delivery. */
export const isVirtualOnly = (items: readonly CartItem[]): boolean =>
  items.length > 0 && items.every(({ virtual }) => virtual);

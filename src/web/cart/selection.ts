import { useEffect, useMemo } from "react";
import type { Cart, CartItem } from "#contract/cart.ts";
import { externalStore } from "#web/api/external-store.ts";
import { personStoragePrefix } from "#web/api/person-storage.ts";
import { onLeave } from "#web/api/session.ts";

const storageKey = `${personStoragePrefix}checkout-selection`;
const nothing: readonly string[] = [];

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? [...new Set(kept.filter((key) => typeof key === "string"))] : nothing;
  } catch {
    return nothing;
  }
};

const ticked = externalStore<readonly string[] | null>(null);
onLeave(() => ticked.set(nothing));

const keys = (): readonly string[] => {
  if (ticked.get() === null) {
    ticked.set(read());
    // another tab of the same shopper ticks lines too
    addEventListener("storage", (event) => event.key === storageKey && ticked.set(read()));
  }
  return ticked.get() ?? nothing;
};

const write = (next: readonly string[]): void => {
  ticked.set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {} // without storage the selection lasts as long as the page
};

/** The ticked `cart_item_key`s, in the order of ticking, each once. Lines that no longer exist may be among them. */
export const selectedKeys = (): readonly string[] => keys();
export const setLineSelected = (key: string, selected: boolean): void =>
  write(selected ? [...new Set([...keys(), key])] : keys().filter((other) => other !== key));
/** Buy now: this line alone. Also for "select all". */
export const selectOnly = (only: readonly string[]): void => write([...new Set(only)]);

/** A line of which there are fewer pieces left than it has. */
export const runsShort = (item: CartItem): boolean => item.purchasable && item.quantity > item.stock_quantity;

export interface CheckoutSelection {
  keys: readonly string[];
  /** the ticked lines that are in the cart and can be bought, in the cart's order */
  items: readonly CartItem[];
  /** whole đồng */
  subtotal: number;
  /** pieces, not lines */
  count: number;
  isSelected: (key: string) => boolean;
}

/** What goes to checkout of a cart: a pure reading, so that a line changed or removed in the cart is right here at once. */
export function selectionOf(cart: Cart | undefined, picked: readonly string[]): CheckoutSelection {
  const wanted = new Set(picked);
  const items = (cart?.items ?? []).filter((item) => item.purchasable && wanted.has(item.cart_item_key));
  return {
    keys: picked,
    items,
    subtotal: items.reduce((sum, item) => sum + item.total, 0),
    count: items.reduce((sum, item) => sum + item.quantity, 0),
    isSelected: (key) => wanted.has(key),
  };
}

/** The selection over the given cart; `known` is false on the server and until storage was read. */
export function useSelection(cart: Cart | undefined): CheckoutSelection & { known: boolean } {
  const picked = ticked.use();
  useEffect(() => void keys(), []);
  return useMemo(() => ({ ...selectionOf(cart, picked ?? nothing), known: picked !== null }), [cart, picked]);
}

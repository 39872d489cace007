import { useEffect, useMemo } from "react";
import type { Cart, CartItem } from "#contract/cart.ts";
import { externalStore } from "#web/design/external-store.ts";
import { userStoragePrefix } from "#web/api/user-storage.ts";
import { onLogout } from "#web/api/session.ts";

const storageKey = `${userStoragePrefix}checkout-selection`;

/** The picked `cart_item_key`s, in the order of picking, each once; all of the cart as long as nothing was picked or left out. */
type Picked = readonly string[] | "all";

const read = (): Picked => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return Array.isArray(kept) ? [...new Set(kept.filter((key) => typeof key === "string"))] : "all";
  } catch {
    return "all";
  }
};

const ticked = externalStore<Picked | null>(null);
onLogout(() => ticked.set("all"));

const picked = (): Picked => {
  const known = ticked.get();
  if (known !== null) return known;
  const kept = read();
  ticked.set(kept);
  // another tab of the same shopper ticks lines too
  addEventListener("storage", (event) => event.key === storageKey && ticked.set(read()));
  return kept;
};

const write = (next: readonly string[]): void => {
  ticked.set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {} // without storage the selection lasts as long as the page
};

const keyOf = (item: CartItem): string => item.cart_item_key;
const keysOf = (lines: readonly CartItem[], chosen: Picked): readonly string[] =>
  chosen === "all" ? lines.map(keyOf) : chosen;

/** @param lines those of the cart: what was not picked yet is picked with them */
export const setLineSelected = (lines: readonly CartItem[], key: string, selected: boolean): void => {
  const others = keysOf(lines, picked()).filter((other) => other !== key);
  write(selected ? [...others, key] : others);
};
/** Buy now: this line alone. Also for "select all". */
export const selectOnly = (only: readonly string[]): void => write([...new Set(only)]);
/** Lines that have left the cart. */
export const forgetLines = (gone: readonly string[]): void => {
  const now = picked();
  if (now !== "all" && now.some((key) => gone.includes(key))) write(now.filter((key) => !gone.includes(key)));
};

/** A line of which there are fewer pieces left than it has. */
export const exceedsStock = (item: CartItem): boolean => item.purchasable && item.quantity > item.stock_quantity;

export interface CheckoutSelection {
  /** of the ticked lines; some may not be in the cart any more */
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
export function selectionOf(cart: Cart | undefined, chosen: Picked): CheckoutSelection {
  const lines = cart?.items ?? [];
  const keys = keysOf(lines, chosen);
  const wanted = new Set(keys);
  const items = lines.filter((item) => item.purchasable && wanted.has(item.cart_item_key));
  return {
    keys,
    items,
    subtotal: items.reduce((sum, item) => sum + item.total, 0),
    count: items.reduce((sum, item) => sum + item.quantity, 0),
    isSelected: (key) => wanted.has(key),
  };
}

/** The selection over the given cart; `known` is false on the server and until storage was read. */
export function useSelection(cart: Cart | undefined): CheckoutSelection & { known: boolean } {
  const chosen = ticked.use();
  useEffect(() => void picked(), []);
  return useMemo(() => ({ ...selectionOf(cart, chosen ?? []), known: chosen !== null }), [cart, chosen]);
}

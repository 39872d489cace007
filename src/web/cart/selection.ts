import { useEffect, useMemo } from "react";
import type { Cart, CartItem } from "#contract/cart.ts";
import { type Dong, sum } from "#contract/money.ts";
import { externalStore } from "#design/external-store.ts";
import { selectionStorageKey } from "#web/api/user-storage.ts";
import { onSessionEnd } from "#web/api/session.ts";

/**
 * The selected `cart_item_key`s, in the order of selection, each once; "all" until the customer selects or deselects.
 */
type SelectedKeys = readonly string[] | "all";

const read = (): SelectedKeys => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(selectionStorageKey) ?? "null");
    return Array.isArray(stored) ? [...new Set(stored.filter((key) => typeof key === "string"))] : "all";
  } catch {
    return "all";
  }
};

const ticked = externalStore<SelectedKeys | null>(null);
// another customer has no stored selection
onSessionEnd(() => ticked.get() !== null && ticked.set(read()));

const picked = (): SelectedKeys => {
  const known = ticked.get();
  if (known !== null) return known;
  const stored = read();
  ticked.set(stored);
  // another tab may change the selection too
  addEventListener("storage", (event) => event.key === selectionStorageKey && ticked.set(read()));
  return stored;
};

const write = (next: readonly string[]): void => {
  ticked.set(next);
  try {
    localStorage.setItem(selectionStorageKey, JSON.stringify(next));
  } catch {} // without storage the selection lasts for this page view
};

const keyOf = (item: CartItem): string => item.cart_item_key;
const keysOf = (lines: readonly CartItem[], chosen: SelectedKeys): readonly string[] =>
  chosen === "all" ? lines.map(keyOf) : chosen;

/** @param lines the cart's lines: with "all", the others stay selected */
export const setLineSelected = (lines: readonly CartItem[], key: string, selected: boolean): void => {
  const others = keysOf(lines, picked()).filter((other) => other !== key);
  write(selected ? [...others, key] : others);
};
/** For "buy now", only this line. Also for "select all". */
export const selectOnly = (only: readonly string[]): void => write([...new Set(only)]);
/** Deselects lines that were removed from the cart. */
export const forgetLines = (removed: readonly string[]): void => {
  const now = picked();
  if (now !== "all" && now.some((key) => removed.includes(key))) write(now.filter((key) => !removed.includes(key)));
};

/** A line with a quantity above the stock. */
export const exceedsStock = (item: CartItem): boolean => item.purchasable && item.quantity > item.stock_quantity;

export interface CheckoutSelection {
  /** of the selected lines; some may no longer be in the cart */
  keys: readonly string[];
  /** the selected lines that are in the cart and purchasable, in the cart's order */
  items: readonly CartItem[];
  subtotal: Dong;
  /** number of items, not lines */
  count: number;
  isSelected: (key: string) => boolean;
}

/** The part of a cart that goes to checkout; derived, so that changed or removed lines are right at once. */
export function selectionOf(cart: Cart | undefined, chosen: SelectedKeys): CheckoutSelection {
  const lines = cart?.items ?? [];
  const keys = keysOf(lines, chosen);
  const selectedKeys = new Set(keys);
  const items = lines.filter((item) => item.purchasable && selectedKeys.has(item.cart_item_key));
  return {
    keys,
    items,
    subtotal: sum(items.map(({ total }) => total)),
    count: items.reduce((count, { quantity }) => count + quantity, 0),
    isSelected: (key) => selectedKeys.has(key),
  };
}

/** The selection of the given cart; `known` is false on the server and until storage was read. */
export function useSelection(cart: Cart | undefined): CheckoutSelection & { known: boolean } {
  const chosen = ticked.use();
  useEffect(() => void picked(), []);
  return useMemo(() => ({ ...selectionOf(cart, chosen ?? []), known: chosen !== null }), [cart, chosen]);
}

import type { WishlistItem } from "#contract/wishlist.ts";
import { currentOwner, customerStorageKey } from "./session.ts";

/** after this long nobody can tell whose the browser is */
const keptForMs = 7 * 24 * 60 * 60 * 1000;
const anyKey = new RegExp(`^${customerStorageKey("\\d+", "wishlist")}$`);

/** A list as the shop last told it, with the prices of then. */
export interface KeptWishlist {
  /** milliseconds since 1970 */
  at: number;
  products: readonly WishlistItem[];
}

const isKept = (value: unknown): value is KeptWishlist =>
  typeof value === "object" && value !== null && "at" in value && "products" in value && Array.isArray(value.products);

/** Keeps the list for without a connection, under the customer whose it is. */
export function keepWishlist(products: readonly WishlistItem[], now = Date.now()): void {
  const key = customerStorageKey(currentOwner(), "wishlist");
  if (!anyKey.test(key)) return; // nobody is logged in by now
  try {
    localStorage.setItem(key, JSON.stringify({ at: now, products } satisfies KeptWishlist));
  } catch {} // a full storage only means that there is no list without a connection
}

/** The list of the customer who was here last and has not logged out, for when the shop cannot be asked who it is. */
export function keptWishlist(now = Date.now()): KeptWishlist | null {
  try {
    const key = Object.keys(localStorage).find((name) => anyKey.test(name));
    const kept: unknown = JSON.parse((key && localStorage.getItem(key)) ?? "null");
    return isKept(kept) && now - kept.at < keptForMs ? kept : null;
  } catch {
    return null;
  }
}

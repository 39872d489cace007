import type { WishlistItem } from "#contract/wishlist.ts";
import { customerStorageKey, lastCustomer } from "./user-storage.ts";

/** after this long nobody can tell whose the browser is */
const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** A list as the shop last told it, with the prices of then. */
export interface KeptWishlist {
  /** milliseconds since 1970 */
  at: number;
  products: readonly WishlistItem[];
}

const isKept = (value: unknown): value is KeptWishlist =>
  typeof value === "object" && value !== null && "at" in value && "products" in value && Array.isArray(value.products);

/** Where the list of the customer who was here last is: it lasts as long as they asked to be remembered. */
function place(): { id: number; key: string; storage: Storage; other: Storage } | null {
  const last = lastCustomer();
  if (!last) return null;
  const [storage, other] = last.remembered ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  return { id: last.id, key: customerStorageKey(last.id, "wishlist"), storage, other };
}

/** Keeps the list for without a connection. `owner` is whose it was when the shop was asked: nobody else's is kept. */
export function keepWishlist(owner: string, products: readonly WishlistItem[]): void {
  try {
    const here = place();
    if (!here || String(here.id) !== owner) return;
    here.other.removeItem(here.key);
    here.storage.setItem(here.key, JSON.stringify({ at: Date.now(), products } satisfies KeptWishlist));
  } catch {} // a full storage only means that there is no list without a connection
}

/** The list of the customer who was here last and has not logged out, for when the shop cannot be asked who it is. */
export function keptWishlist(): KeptWishlist | null {
  try {
    const here = place();
    const kept: unknown = JSON.parse(here?.storage.getItem(here.key) ?? "null");
    return isKept(kept) && Date.now() - kept.at < keptForMs ? kept : null;
  } catch {
    return null;
  }
}

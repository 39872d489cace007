import type { WishlistItem } from "#contract/wishlist.ts";
import { customerStorageKey, lastCustomer } from "./user-storage.ts";

/** on a shared browser, an older copy may belong to an earlier user */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/** The wishlist as last received, with the prices of that moment. */
export interface CachedWishlist {
  /** milliseconds since 1970 */
  at: number;
  products: readonly WishlistItem[];
}

const isCachedWishlist = (value: unknown): value is CachedWishlist =>
  typeof value === "object" && value !== null && "at" in value && "products" in value && Array.isArray(value.products);

/**
 * Where the last customer's copy is stored: in local storage if they chose to be remembered at login, in session
 * storage otherwise.
 */
function cacheSlot(): { id: number; key: string; storage: Storage; other: Storage } | null {
  const last = lastCustomer();
  if (!last) return null;
  const [storage, other] = last.remembered ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  return { id: last.id, key: customerStorageKey(last.id, "wishlist"), storage, other };
}

/** Caches the list for offline use. `owner` is the user of the request: a list of anyone else is not cached. */
export function cacheWishlist(owner: string, products: readonly WishlistItem[]): void {
  try {
    const slot = cacheSlot();
    if (!slot || String(slot.id) !== owner) return;
    slot.other.removeItem(slot.key);
    slot.storage.setItem(slot.key, JSON.stringify({ at: Date.now(), products } satisfies CachedWishlist));
  } catch {} // with full storage there is only no offline list
}

/** The last customer's list, if they have not logged out; shown when the session cannot be checked. */
export function readCachedWishlist(): CachedWishlist | null {
  try {
    const slot = cacheSlot();
    const cached: unknown = JSON.parse(slot?.storage.getItem(slot.key) ?? "null");
    return isCachedWishlist(cached) && Date.now() - cached.at < maxAgeMs ? cached : null;
  } catch {
    return null;
  }
}

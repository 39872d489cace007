import type { WishlistItem } from "#contract/wishlist.ts";
import { readCustomerData, saveCustomerData } from "./customer-data.ts";

/** on a shared browser, an older copy may belong to an earlier user */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;
const dataName = "wishlist";

/** The wishlist as last received, with the prices of that moment. */
export interface CachedWishlist {
  /** milliseconds since 1970 */
  at: number;
  products: readonly WishlistItem[];
}

const isCachedWishlist = (value: unknown): value is CachedWishlist =>
  typeof value === "object" && value !== null && "at" in value && "products" in value && Array.isArray(value.products);

/** Caches the list for offline use. `owner` is the user of the request: a list of another user is not cached. */
export const cacheWishlist = (owner: string, products: readonly WishlistItem[]): void =>
  saveCustomerData(owner, dataName, { at: Date.now(), products } satisfies CachedWishlist);

/** The last customer's list, if they have not logged out; shown when the session cannot be checked. */
export function readCachedWishlist(): CachedWishlist | null {
  const cached = readCustomerData(dataName);
  return isCachedWishlist(cached) && Date.now() - cached.at < maxAgeMs ? cached : null;
}

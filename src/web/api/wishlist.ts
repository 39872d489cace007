import { useQuery } from "@tanstack/react-query";
import { createContext, use, useCallback, useMemo } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { Wishlist, WishlistChanged, WishlistItem } from "#contract/wishlist.ts";
import { getApiClient } from "./api-client.ts";
import { externalStore } from "#design/external-store.ts";
import { cacheWishlist } from "./cached-wishlist.ts";
import { unwrap, queryClient, ApiError } from "./query-client.ts";
import { currentOwner, onSessionEnd, ownerOf, userKey, useSession } from "./session.ts";

const wishlistKey = (owner: string) => userKey(owner, "wishlist");

/** Changes that the server has not confirmed yet, by product id. */
const pendingChanges = externalStore<ReadonlyMap<number, boolean>>(new Map());
onSessionEnd(() => pendingChanges.set(new Map()));
const sending = new Set<number>();

/**
 * Applies a change to the cached list. A list that is missing, or being fetched and perhaps older than the change, is
 * refetched.
 */
const applyChange = (owner: string, id: number, listed: boolean, changed: WishlistChanged): void => {
  const queryKey = wishlistKey(owner);
  const before = queryClient().getQueryData<Wishlist>(queryKey);
  const overtaken = !before || queryClient().isFetching({ queryKey }) > 0;
  const others = (before?.products ?? []).filter((item) => item.id !== id);
  const products = listed && changed.product ? [changed.product, ...others] : others;
  queryClient().setQueryData<Wishlist>(queryKey, { is_user_logged_in: true, products });
  cacheWishlist(owner, products);
  if (overtaken) void queryClient().invalidateQueries({ queryKey });
};

const clearPending = (id: number): void => {
  const rest = new Map(pendingChanges.get());
  rest.delete(id);
  pendingChanges.set(rest);
};

/**
 * Adds a product to the wishlist or removes it; the heart shows it at once. Clicks on one heart are sent one after the
 * other, and only the last one counts.
 * @returns the result of the last call, or null when a running call sends this change too
 */
export async function setInWishlist(id: number, listed: boolean): Promise<StoreResult<WishlistChanged> | null> {
  pendingChanges.set(new Map(pendingChanges.get()).set(id, listed));
  if (sending.has(id)) return null;
  sending.add(id);
  try {
    let result: StoreResult<WishlistChanged> | null = null;
    while (pendingChanges.get().has(id)) {
      const listed = pendingChanges.get().get(id) === true;
      const owner = currentOwner();
      result = listed ? await getApiClient().addToWishlist(id) : await getApiClient().removeFromWishlist(id);
      if (result.ok && owner === currentOwner()) applyChange(owner, id, listed, result.data);
      if (!result.ok || pendingChanges.get().get(id) === listed) clearPending(id);
    }
    if (result && !result.ok) void queryClient().invalidateQueries({ queryKey: wishlistKey(currentOwner()) });
    return result;
  } finally {
    sending.delete(id);
  }
}

async function readWishlist(owner: string): Promise<Wishlist> {
  const wishlist = await unwrap(getApiClient().wishlist());
  if (owner === currentOwner()) cacheWishlist(owner, wishlist.products);
  return wishlist;
}

export interface WishlistView {
  products: readonly WishlistItem[];
  isListed: (id: number) => boolean;
  loading: boolean;
  failure: ApiError | null;
  retry: () => void;
}

/**
 * Reads the user's wishlist; empty, and without a request, for a guest. Mounting refetches a list older than a minute.
 * A page does so once and passes it to its hearts as {@link WishlistContext}: two queries in each of them took a third
 * of the hydration time of a page of cards.
 */
export function usePageWishlist(): WishlistView {
  const session = useSession();
  const owner = ownerOf(session);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: wishlistKey(owner),
    queryFn: () => readWishlist(owner),
    enabled: session.user !== null,
  });
  const pending = pendingChanges.use();
  const products = useMemo(() => (data?.products ?? []).filter(({ id }) => pending.get(id) !== false), [data, pending]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const loading = session.user !== null && isPending;
  const failure = !data && error instanceof ApiError ? error : null;
  return useMemo(() => {
    const ids = new Set(products.map(({ id }) => id));
    return { products, isListed: (id) => pending.get(id) ?? ids.has(id), loading, failure, retry };
  }, [products, pending, loading, failure, retry]);
}

export const WishlistContext = createContext<WishlistView | null>(null);

/** The page's wishlist. */
export function useWishlist(): WishlistView {
  const wishlist = use(WishlistContext);
  if (!wishlist) throw new Error("useWishlist outside WithWishlist");
  return wishlist;
}

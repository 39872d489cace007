import { useQuery } from "@tanstack/react-query";
import { createContext, use, useCallback, useMemo } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { Wishlist, WishlistChanged, WishlistItem } from "#contract/wishlist.ts";
import { getApiClient } from "./api-client.ts";
import { externalStore } from "#web/design/external-store.ts";
import { keepWishlist } from "./cached-wishlist.ts";
import { ask, queryClient, ApiError } from "./query-client.ts";
import { currentOwner, onLogout, ownerOf, personKey, useSession } from "./session.ts";

const wishlistKey = (owner: string) => personKey(owner, "wishlist");

/** What the shopper has asked for and the server has not confirmed yet, by product id. */
const wanted = externalStore<ReadonlyMap<number, boolean>>(new Map());
onLogout(() => wanted.set(new Map()));
const sending = new Set<number>();

/** A list that is unknown, or asked for just now and perhaps older than the change, is asked for anew. */
const takeChange = (owner: string, id: number, listed: boolean, changed: WishlistChanged): void => {
  const queryKey = wishlistKey(owner);
  const before = queryClient().getQueryData<Wishlist>(queryKey);
  const overtaken = !before || queryClient().isFetching({ queryKey }) > 0;
  const others = (before?.products ?? []).filter((item) => item.id !== id);
  const products = listed && changed.product ? [changed.product, ...others] : others;
  queryClient().setQueryData<Wishlist>(queryKey, { is_user_logged_in: true, products });
  keepWishlist(owner, products);
  if (overtaken) void queryClient().invalidateQueries({ queryKey });
};

const settle = (id: number): void => {
  const rest = new Map(wanted.get());
  rest.delete(id);
  wanted.set(rest);
};

/**
 * Puts a product on the wishlist or takes it off; the heart shows it at once. Clicks on one heart are sent one after
 * the other, and only the last of them counts.
 * @returns the server's answer to the last call, or null when a call already under way takes the wish along
 */
export async function setWished(id: number, wished: boolean): Promise<StoreResult<WishlistChanged> | null> {
  wanted.set(new Map(wanted.get()).set(id, wished));
  if (sending.has(id)) return null;
  sending.add(id);
  try {
    let answer: StoreResult<WishlistChanged> | null = null;
    while (wanted.get().has(id)) {
      const want = wanted.get().get(id) === true;
      const owner = currentOwner();
      answer = want ? await getApiClient().addToWishlist(id) : await getApiClient().removeFromWishlist(id);
      if (answer.ok && owner === currentOwner()) takeChange(owner, id, want, answer.data);
      if (!answer.ok || wanted.get().get(id) === want) settle(id);
    }
    if (answer && !answer.ok) void queryClient().invalidateQueries({ queryKey: wishlistKey(currentOwner()) });
    return answer;
  } finally {
    sending.delete(id);
  }
}

async function readWishlist(owner: string): Promise<Wishlist> {
  const wishlist = await ask(getApiClient().wishlist());
  if (owner === currentOwner()) keepWishlist(owner, wishlist.products);
  return wishlist;
}

export interface WishlistView {
  products: readonly WishlistItem[];
  isWished: (id: number) => boolean;
  loading: boolean;
  failure: ApiError | null;
  retry: () => void;
}

/**
 * Reads the user's wishlist; nothing is listed, and nobody asked, for a visitor. What mounts this asks anew when the list is
 * older than a minute. A page does so once and gives it to its hearts as {@link WishlistContext}: two queries in each of them
 * took a third of what a page of cards costs to take over.
 */
export function useWishlistOfPage(): WishlistView {
  const session = useSession();
  const owner = ownerOf(session);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: wishlistKey(owner),
    queryFn: () => readWishlist(owner),
    enabled: session.user !== null,
  });
  const asked = wanted.use();
  const products = useMemo(() => (data?.products ?? []).filter(({ id }) => asked.get(id) !== false), [data, asked]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const loading = session.user !== null && isPending;
  const failure = !data && error instanceof ApiError ? error : null;
  return useMemo(() => {
    const ids = new Set(products.map(({ id }) => id));
    return { products, isWished: (id) => asked.get(id) ?? ids.has(id), loading, failure, retry };
  }, [products, asked, loading, failure, retry]);
}

export const WishlistContext = createContext<WishlistView | null>(null);

/** The user's wishlist, as the page has read it. */
export function useWishlist(): WishlistView {
  const wishlist = use(WishlistContext);
  if (!wishlist) throw new Error("useWishlist outside WithWishlist");
  return wishlist;
}

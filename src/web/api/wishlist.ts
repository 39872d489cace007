import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Answer } from "#contract/client.ts";
import type { Wishlist, WishlistChanged, WishlistItem } from "#contract/wishlist.ts";
import { getStore } from "./browser-store.ts";
import { externalStore } from "./external-store.ts";
import { keepWishlist } from "./kept-wishlist.ts";
import { ask, queryClient, StoreFailure } from "./query-client.ts";
import { currentOwner, onLeave, ownerOf, personKey, useSession } from "./session.ts";

const wishlistKey = (owner: string) => personKey(owner, "wishlist");

/** What the shopper has asked for and the server has not confirmed yet, by product id. */
const wanted = externalStore<ReadonlyMap<number, boolean>>(new Map());
onLeave(() => wanted.set(new Map()));
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
export async function setWished(id: number, wished: boolean): Promise<Answer<WishlistChanged> | null> {
  wanted.set(new Map(wanted.get()).set(id, wished));
  if (sending.has(id)) return null;
  sending.add(id);
  try {
    let answer: Answer<WishlistChanged> | null = null;
    while (wanted.get().has(id)) {
      const want = wanted.get().get(id) === true;
      const owner = currentOwner();
      answer = want ? await getStore().addToWishlist(id) : await getStore().removeFromWishlist(id);
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
  const wishlist = await ask(getStore().wishlist());
  if (owner === currentOwner()) keepWishlist(owner, wishlist.products);
  return wishlist;
}

export interface WishlistView {
  products: readonly WishlistItem[];
  isWished: (id: number) => boolean;
  loading: boolean;
  failure: StoreFailure | null;
  retry: () => void;
}

/** The user's wishlist; empty, and without a call, for a visitor. */
export function useWishlist(): WishlistView {
  const session = useSession();
  const owner = ownerOf(session);
  const query = useQuery({
    queryKey: wishlistKey(owner),
    queryFn: () => readWishlist(owner),
    enabled: session.user !== null,
  });
  const asked = wanted.use();
  const products = useMemo(
    () => (query.data?.products ?? []).filter(({ id }) => asked.get(id) !== false),
    [query.data, asked],
  );
  const ids = useMemo(() => new Set(products.map(({ id }) => id)), [products]);
  return {
    products,
    isWished: (id) => asked.get(id) ?? ids.has(id),
    loading: session.user !== null && query.isPending,
    failure: !query.data && query.error instanceof StoreFailure ? query.error : null,
    retry: () => void query.refetch(),
  };
}

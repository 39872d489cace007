import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AddToCart, Cart, CartItem } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { getApiClient } from "./api-client.ts";
import { editsStore } from "./cart-edits-store.ts";
import { optimisticCart } from "./optimistic-cart.ts";
import { unwrap, queryClient, ApiError } from "./query-client.ts";
import { currentOwner, ownerOf, userKey, useSession } from "./session.ts";

const cartKey = (owner: string) => userKey(owner, "cart");
let changeCount = 0;

const newerCart = (owner: string, fresh: Cart): Cart => {
  const known = queryClient().getQueryData<Cart>(cartKey(owner));
  return known && known.version > fresh.version ? known : fresh;
};

/** A read that overlapped with a change may be older than what is shown: the higher version wins. */
const readCart = async (owner: string): Promise<Cart> => {
  const before = changeCount;
  const fresh = await unwrap(getApiClient().cart());
  return changeCount === before ? fresh : newerCart(owner, fresh);
};

/** Stores the cart returned by a change, unless a newer one is already known. */
export function setCartData(result: StoreResult<Cart>): StoreResult<Cart> {
  const owner = currentOwner();
  if (result.ok) {
    changeCount += 1;
    queryClient().setQueryData(cartKey(owner), newerCart(owner, result.data));
  } else void reloadCart(); // after an error, show the server's state
  return result;
}

/** Refetches the cart when it is opened, unless a fetch is already running. */
export const refreshCart = (): Promise<void> =>
  queryClient().refetchQueries({ queryKey: cartKey(currentOwner()) }, { cancelRefetch: false });

export const reloadCart = (): Promise<void> => queryClient().invalidateQueries({ queryKey: cartKey(currentOwner()) });

/**
 * The cart's items for a decision at a click: as last received, with pending edits applied, and fetched if there are none.
 * The cart of a component's last render may be older.
 */
export async function currentItems(): Promise<readonly CartItem[]> {
  const known = queryClient().getQueryData<Cart>(cartKey(currentOwner()));
  if (known) return optimisticCart(known, editsStore.get().quantities).items;
  const result = await getApiClient().cart();
  return result.ok ? result.data.items : [];
}

/** Adds to the cart; the changed line is in the result's `items`. */
export const addToCart = async (body: AddToCart): Promise<StoreResult<Cart>> =>
  setCartData(await getApiClient().addToCart(body));

/** Sets a line's quantity at once. */
export const updateCartLine = async (key: string, quantity: number): Promise<StoreResult<Cart>> =>
  setCartData(await getApiClient().updateCart(key, quantity));

/** Removes the given lines, such as those just ordered. */
export const clearCartLines = async (keys: readonly string[]): Promise<StoreResult<Cart>> =>
  setCartData(await getApiClient().clearCart(keys));

export interface CartView {
  /** with pending edits already applied; undefined while unknown */
  cart: Cart | undefined;
  loading: boolean;
  /** why the cart could not be read, when there is none to show */
  failure: ApiError | null;
  retry: () => void;
  /** what went wrong with a line's last edit, by `cart_item_key`; stays until the next edit of that line */
  lineFailures: Readonly<Record<string, Extract<StoreResult<unknown>, { ok: false }>>>;
}

/** The visitor's cart, fetched in the browser after the page has loaded. */
export function useCart(): CartView {
  const session = useSession();
  const owner = ownerOf(session);
  const query = useQuery({ queryKey: cartKey(owner), queryFn: () => readCart(owner), enabled: session.known });
  const { quantities, failures } = editsStore.use();
  const cart = useMemo(() => query.data && optimisticCart(query.data, quantities), [query.data, quantities]);
  return {
    cart,
    loading: query.isPending,
    failure: !query.data && query.error instanceof ApiError ? query.error : null,
    retry: () => void query.refetch(),
    lineFailures: failures,
  };
}

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AddToCart, Cart } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { getApiClient } from "./api-client.ts";
import { editsStore } from "./cart-edits-store.ts";
import { optimisticCart } from "./optimistic-cart.ts";
import { ask, queryClient, ApiError } from "./query-client.ts";
import { currentOwner, ownerOf, personKey, useSession } from "./session.ts";

const cartKey = (owner: string) => personKey(owner, "cart");
let answersToChanges = 0;

const newer = (owner: string, fresh: Cart): Cart => {
  const known = queryClient().getQueryData<Cart>(cartKey(owner));
  return known && known.version > fresh.version ? known : fresh;
};

/** A read that was overtaken by the answer to a change may be older than what is shown: then the higher version wins. */
const readCart = async (owner: string): Promise<Cart> => {
  const before = answersToChanges;
  const fresh = await ask(getApiClient().cart());
  return answersToChanges === before ? fresh : newer(owner, fresh);
};

/** Takes over the cart that a change was answered with, unless a newer one is already known. */
export function setCartData(answer: StoreResult<Cart>): StoreResult<Cart> {
  const owner = currentOwner();
  if (answer.ok) {
    answersToChanges += 1;
    queryClient().setQueryData(cartKey(owner), newer(owner, answer.data));
  } else void reloadCart(); // whatever was refused, the server's state is the one to show
  return answer;
}

/** For the opening of the bag: reads it anew unless that is under way already. */
export const refreshCart = (): Promise<void> =>
  queryClient().refetchQueries({ queryKey: cartKey(currentOwner()) }, { cancelRefetch: false });

export const reloadCart = (): Promise<void> => queryClient().invalidateQueries({ queryKey: cartKey(currentOwner()) });

/** Adds pieces; the line of the piece is in the answer's `items`. */
export const addToCart = async (body: AddToCart): Promise<StoreResult<Cart>> =>
  setCartData(await getApiClient().addToCart(body));

/** Sets how many pieces a line has, at once. */
export const updateCartLine = async (key: string, quantity: number): Promise<StoreResult<Cart>> =>
  setCartData(await getApiClient().updateCart(key, quantity));

/** Takes the named lines out; used for what was just ordered. */
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

/** The visitor's cart, read in the browser after the page is there. */
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

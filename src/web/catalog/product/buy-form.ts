import { data, redirect } from "react-router";
import type { AddToCart, CartItem } from "#contract/cart.ts";
import type { StoreClient } from "#contract/client.ts";
import type { FailedResult } from "#web/api/cart-edits-store.ts";

const prefix = "attribute_";

/** Chosen values by attribute slug. */
type ChosenValues = Record<string, string>;

/** Why the form was rejected, and what was chosen in it. */
export interface RejectedForm {
  result: FailedResult;
  picked: ChosenValues;
}

const pickedIn = (form: FormData): ChosenValues =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === "string" ? [[name.slice(prefix.length), value]] : [],
    ),
  );

const lineOf = (items: readonly CartItem[], productId: number, picked: ChosenValues): CartItem | undefined =>
  items.find(
    ({ id, attributes }) =>
      id === productId &&
      Object.entries(picked).every(([slug, value]) =>
        attributes.some((attribute) => attribute.slug === slug && attribute.value === value),
      ),
  );

/**
 * Adds one item of the chosen variation and redirects to the cart; with "buy" an item that is already in the cart is
 * not added again, and the redirect is to checkout with that line only.
 * @returns the error, for the page to show
 * @throws the redirect
 */
export async function buy(store: StoreClient, productId: number, form: FormData) {
  const picked = pickedIn(form);
  const buyNow = form.get("do") === "buy";
  const known = buyNow ? await store.cart() : null;
  let line = known?.ok ? lineOf(known.data.items, productId, picked) : undefined;
  if (!line) {
    const item: AddToCart = { product_id: productId, quantity: 1, attributes: picked };
    const result = await store.addToCart(item);
    if (!result.ok) {
      const status = result.status >= 400 ? result.status : 503;
      return data<RejectedForm>({ result, picked }, { status });
    }
    line = lineOf(result.data.items, productId, picked);
  }
  const key = new URLSearchParams(line ? { line: line.cart_item_key } : {});
  throw redirect(`${buyNow ? "/checkout" : "/cart"}?${key}`, 303);
}

import { z } from "zod";
import { call } from "../endpoint.ts";
import { AddToCart, Cart, ClearCart, RemoveFromCart, UpdateCart } from "../cart.ts";

const tag = "Cart";

/** WooCommerce's own form call: `action=clear_cart` empties, `cart_item_key` takes out one line. */
const FormCall = z.union([
  z.object({ action: z.literal("clear_cart") }),
  z.object({ cart_item_key: RemoveFromCart.shape.cart_item_key }),
]);

export const cartCalls = {
  cart: call({
    method: "GET",
    path: "/wp-json/custom-cart/v1/view",
    access: "anyone",
    tag,
    summary: "The visitor's own cart",
    response: Cart,
  }),
  add: call({
    method: "POST",
    path: "/wp-json/custom-cart/v1/add",
    access: "anyone",
    tag,
    summary: "Put pieces of a product into the cart",
    body: AddToCart,
    response: Cart,
  }),
  update: call({
    method: "POST",
    path: "/wp-json/custom-cart/v1/update",
    access: "anyone",
    tag,
    summary: "Set how many pieces a line has",
    body: UpdateCart,
    response: Cart,
  }),
  remove: call({
    method: "POST",
    path: "/wp-json/custom-cart/v1/remove",
    access: "anyone",
    tag,
    summary: "Take a line out of the cart",
    body: RemoveFromCart,
    response: Cart,
  }),
  clear: call({
    method: "POST",
    path: "/wp-json/custom-cart/v1/clear",
    access: "anyone",
    tag,
    summary: "Take the named lines out of the cart, or all of them",
    body: ClearCart,
    response: Cart,
  }),
  empty: call({
    method: "DELETE",
    path: "/wp-json/wc/v3/cart/items",
    access: "key",
    tag,
    summary: "Empty the cart of the visitor whose cookie comes along",
    response: Cart,
  }),
  form: call({
    method: "POST",
    path: "/cart/",
    access: "anyone",
    tag,
    summary: "Empty the cart or take out one line, as WooCommerce's own pages do",
    query: z.object({ "wc-ajax": z.literal("remove_from_cart") }),
    body: FormCall,
    response: Cart,
  }),
};

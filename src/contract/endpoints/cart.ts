import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { AddToCart, Cart, ClearCart, RemoveFromCart, UpdateCart } from "../cart.ts";

const tag = "Cart";

/** WooCommerce's form post: `action=clear_cart` empties the cart, `cart_item_key` removes one line. */
const FormCall = z.union([
  z.object({ action: z.literal("clear_cart") }),
  z.object({ cart_item_key: RemoveFromCart.shape.cart_item_key }),
]);

export const cartEndpoints = {
  cart: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom-cart/v1/view",
    access: "anyone",
    tag,
    summary: "Get the visitor's cart",
    response: Cart,
  }),
  add: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-cart/v1/add",
    access: "anyone",
    tag,
    summary: "Add a product to the cart",
    body: AddToCart,
    response: Cart,
  }),
  update: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-cart/v1/update",
    access: "anyone",
    tag,
    summary: "Set the quantity of a line",
    body: UpdateCart,
    response: Cart,
  }),
  remove: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-cart/v1/remove",
    access: "anyone",
    tag,
    summary: "Remove a line from the cart",
    body: RemoveFromCart,
    response: Cart,
  }),
  clear: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-cart/v1/clear",
    access: "anyone",
    tag,
    summary: "Remove the given lines from the cart, or all of them",
    body: ClearCart,
    response: Cart,
  }),
  empty: defineEndpoint({
    method: "DELETE",
    path: "/wp-json/wc/v3/cart/items",
    access: "key",
    permission: "any",
    tag,
    summary: "Empty the cart of the visitor identified by cookie",
    response: Cart,
  }),
  form: defineEndpoint({
    method: "POST",
    path: "/cart/",
    access: "anyone",
    tag,
    summary: "Empty the cart or remove one line, in WooCommerce's form format",
    query: z.object({ "wc-ajax": z.literal("remove_from_cart") }),
    body: FormCall,
    response: Cart,
  }),
};

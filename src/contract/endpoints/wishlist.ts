import { call } from "../endpoint.ts";
import { Wishlist, WishlistChange, WishlistChanged } from "../wishlist.ts";

const tag = "Wishlist";

export const wishlistCalls = {
  wishlist: call({
    method: "GET",
    path: "/wp-json/custom-favorites/v1/list",
    access: "anyone",
    tag,
    summary: "The customer's own wishlist; empty for a visitor",
    response: Wishlist,
  }),
  add: call({
    method: "POST",
    path: "/wp-json/custom-favorites/v1/add",
    access: "customer",
    tag,
    summary: "Put a product on the wishlist",
    body: WishlistChange,
    response: WishlistChanged,
  }),
  remove: call({
    method: "POST",
    path: "/wp-json/custom-favorites/v1/remove",
    access: "customer",
    tag,
    summary: "Take a product off the wishlist",
    body: WishlistChange,
    response: WishlistChanged,
  }),
};

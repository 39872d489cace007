import { defineEndpoint } from "../endpoint.ts";
import { Wishlist, WishlistChange, WishlistChanged } from "../wishlist.ts";

const tag = "Wishlist";

export const wishlistEndpoints = {
  wishlist: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom-favorites/v1/list",
    access: "anyone",
    tag,
    priority: "browsing",
    summary: "Get the customer's wishlist; empty for a visitor",
    response: Wishlist,
  }),
  add: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-favorites/v1/add",
    access: "customer",
    tag,
    priority: "browsing",
    summary: "Add a product to the wishlist",
    body: WishlistChange,
    response: WishlistChanged,
  }),
  remove: defineEndpoint({
    method: "POST",
    path: "/wp-json/custom-favorites/v1/remove",
    access: "customer",
    tag,
    priority: "browsing",
    summary: "Remove a product from the wishlist",
    body: WishlistChange,
    response: WishlistChanged,
  }),
};

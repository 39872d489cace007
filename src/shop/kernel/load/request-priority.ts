import type { Endpoint } from "#contract/endpoint.ts";
import type { Priority } from "./admission-control.ts";

/** The chapters whose reads are the same for everybody: their answers are kept, and only making one anew costs anything. */
const cacheableTags = new Set([
  "About the interface",
  "Content",
  "Product lists",
  "Search",
  "Products",
  "Variations",
  "Categories",
  "Attributes and terms",
  "Tags",
]);
const checkoutTags = new Set(["Checkout", "Payments", "Orders", "Carrier"]);

/** Whether the response cache answers a call, which lets in by itself what it has to make. */
export const isCacheable = ({ method, tag }: Endpoint): boolean => method === "GET" && cacheableTags.has(tag);

/** Orders and money first; what leads there second: carts, logins, addresses. */
export function priorityOf({ access, tag }: Endpoint): Priority {
  if (access === "merchant") return "merchant";
  if (checkoutTags.has(tag)) return "paying";
  return tag === "Wishlist" ? "browsing" : "cart";
}

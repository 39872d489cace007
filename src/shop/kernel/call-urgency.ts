import type { Call } from "#contract/call.ts";
import type { Urgency } from "./gate.ts";

/** The chapters whose reads are the same for everybody: their answers are kept, and only making one anew costs anything. */
const keptChapters = new Set([
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
const payingChapters = new Set(["Checkout", "Payments", "Orders", "Carrier"]);

/** Whether the response cache answers a call, which lets in by itself what it has to make. */
export const isKept = ({ method, tag }: Call): boolean => method === "GET" && keptChapters.has(tag);

/** Orders and money first; what leads there second: carts, logins, addresses. */
export function urgencyOf({ access, tag }: Call): Urgency {
  if (access === "merchant") return "merchant";
  if (payingChapters.has(tag)) return "paying";
  return tag === "Wishlist" ? "browsing" : "cart";
}

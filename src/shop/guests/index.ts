// Orders without an account after they are placed: links to them, the look-up, and adding them to an account.

export { openOrderLink, revokeOrderLinks, sweepGuestOrders } from "./order-links.ts";
export { cancelUnconfirmed } from "./confirm-order.ts";
export { guestMailUrl } from "./mail-url.ts";
export { handleLookup, lookupKind } from "./lookup.ts";
export { guestRoutes } from "./routes.ts";

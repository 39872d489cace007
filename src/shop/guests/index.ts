// Links to orders for devices without a session; orders without an account after they are placed: the look-up, and adding them to an account.

export { openOrderLink, revokeOrderLinks, sweepGuestOrders } from "./order-links.ts";
export { orderMailUrl } from "./order-mail-url.ts";
export { handleLookup, lookupKind } from "./lookup.ts";
export { handlePhoneCode, phoneCodeKind } from "./phone-codes.ts";
export { guestRoutes } from "./routes.ts";

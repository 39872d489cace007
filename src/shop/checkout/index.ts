// Owns a submit of the order form: checks and prices it, then places an order or resumes an unpaid one. The payment of
// that order is opened by payment-flow.

export { assertCodLimits, assumedCodLimits, readCodLimits } from "./cod-limits.ts";
export { codSettings } from "./cod-settings.ts";
export { amountsChanged } from "./expected-order.ts";
export { assertGuestCodLimits, guestCodSettings, readGuestCodLimits } from "./guest-cod-limits.ts";
export { placeKeyOf } from "./guest-order.ts";
export { manualOrderRoutes } from "./manual/routes.ts";
export { toOrderLocation } from "./order-draft.ts";
export { preparePayment } from "./resume-unpaid-order.ts";
export { checkoutRoutes } from "./routes.ts";
export { submitCodOrder } from "./submit-cod-order.ts";
export { lockUnpaidBuyer } from "./lock-unpaid-buyer.ts";
export { assertUnpaidLimits, readUnpaidLimits } from "./unpaid-limits.ts";
export { readAmounts } from "./unpaid-orders.ts";
export { unpaidSettings } from "./unpaid-settings.ts";

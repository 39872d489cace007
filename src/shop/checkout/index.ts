// Owns a submit of the order form: checks and prices it, then places an order or resumes an unpaid one. The payment of
// that order is opened by payment-flow.

export { assumedCodLimits } from "./cod-limits.ts";
export { codSettings } from "./cod-settings.ts";
export { manualOrderRoutes } from "./manual/routes.ts";
export { checkoutRoutes } from "./routes.ts";
export { submitCodOrder } from "./submit-cod-order.ts";
export { unpaidSettings } from "./unpaid-settings.ts";

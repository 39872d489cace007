export { assumedCodLimits } from "./cod-limits.ts";
export { codSettings } from "./cod-settings.ts";
export { checkoutRoutes } from "./routes.ts";
export { submitCodOrder } from "./submit-cod-order.ts";

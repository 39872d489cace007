export { pricingRoutes } from "./routes.ts";
export { priceChangeTask, priceChangeUndoTask } from "./write-prices.ts";

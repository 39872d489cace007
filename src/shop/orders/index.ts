export { sweepIdempotencyKeys } from "./idempotency.ts";
export { moveOrder } from "./move-order.ts";
export { readWooOrder } from "./read-woo-order.ts";
export { orderRoutes } from "./routes.ts";

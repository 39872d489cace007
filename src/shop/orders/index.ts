export { sweepIdempotencyKeys } from "./idempotency.ts";
export { moveOrder } from "./move-order.ts";
export { orderRoutes } from "./routes.ts";

export { sweepIdempotencyKeys } from "./idempotency.ts";
export { type Move, type Moved, moveOrder } from "./move-order.ts";
export { orderRoutes } from "./routes.ts";

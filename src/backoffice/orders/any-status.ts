import type { OrderStatus } from "#contract/order.ts";

/** Every status of an order, with that of the trash; without the schema, which the browser does not load. */
export const anyStatuses = [
  "pending",
  "processing",
  "on-hold",
  "completed",
  "cancelled",
  "refunded",
  "failed",
  "trash",
] as const satisfies readonly (OrderStatus | "trash")[];
export type AnyStatus = (typeof anyStatuses)[number];

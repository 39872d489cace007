import type { OrderStatus } from "#contract/order.ts";

/** Where shoppers, jobs, the carrier and gateways may move an order to. A merchant may set any status. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "cancelled", "failed"],
  "on-hold": ["processing", "cancelled", "refunded"],
  processing: ["completed", "cancelled", "refunded"],
  completed: ["refunded"],
  cancelled: [],
  failed: [],
  refunded: [],
};

/** What a gateway's late success alone may do beside that. */
export const lateSuccess: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  cancelled: ["on-hold"],
  failed: ["on-hold"],
};

/** Who moves an order, as its history keeps it. */
export type Actor = "gateway" | "job" | "carrier" | "merchant" | `customer:${number}` | `merchant:${number}`;

export const isMerchant = (actor: Actor): boolean => actor.startsWith("merchant");

export const mayMove = (from: OrderStatus, to: OrderStatus, actor: Actor): boolean =>
  isMerchant(actor) ||
  nextStatuses[from].includes(to) ||
  (actor === "gateway" && (lateSuccess[from]?.includes(to) ?? false));

/** Orders in these hold no pieces and wait for no money. */
export const isOver = (status: OrderStatus): boolean => status === "cancelled" || status === "failed";

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

/** What a gateway alone may do beside that: money that it examines, and money that comes late. */
const gatewaysOwn: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ["on-hold"],
  cancelled: ["on-hold"],
  failed: ["on-hold"],
};

/** A status as it is kept: what a merchant deletes lies in the trash until it is deleted for good. */
export type StoredStatus = OrderStatus | "trash";

/** Who moves an order, as its history keeps it. */
export type Actor = "gateway" | "job" | "carrier" | "merchant" | `customer:${number}` | `merchant:${number}`;

/** Who changes an order's status, why and when. */
export interface Move {
  actor: Actor;
  /** stored in the order's history */
  reason: string;
  now: Date;
}

export const isMerchant = (actor: Actor): boolean => actor.startsWith("merchant");

export function canTransition(from: StoredStatus, to: StoredStatus, actor: Actor): boolean {
  if (isMerchant(actor)) return true;
  if (from === "trash" || to === "trash") return false;
  return nextStatuses[from].includes(to) || (actor === "gateway" && (gatewaysOwn[from]?.includes(to) ?? false));
}

/** Orders in these hold no pieces and wait for no money. */
export const isClosed = (status: StoredStatus): boolean =>
  status === "cancelled" || status === "failed" || status === "trash";

/** The pieces have left the shop, or are still to leave it: an order that begins in one of the others takes none. */
export const isFulfillable = (status: StoredStatus): boolean => !isClosed(status) && status !== "refunded";

/** Cash counts as paid on delivery, anything else when the order is accepted: WooCommerce's own rule. */
export const marksAsPaid = (paymentMethod: string, to: StoredStatus): boolean =>
  to === "completed" || (to === "processing" && paymentMethod !== "cod");

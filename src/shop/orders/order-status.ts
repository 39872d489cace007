import type { CancelReason } from "#contract/backoffice/reasons.ts";
import type { OrderStatus } from "#contract/order.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";

/** The transitions that customers, jobs, the carrier and gateways may make. A merchant may set any status. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "cancelled", "failed"],
  "on-hold": ["processing", "cancelled", "refunded"],
  processing: ["completed", "cancelled", "refunded"],
  completed: ["refunded"],
  cancelled: [],
  failed: [],
  refunded: [],
};

/** Further transitions of gateways only: payments under review, and payments after cancellation. */
const gatewayOnlyStatuses: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ["on-hold"],
  cancelled: ["on-hold"],
  failed: ["on-hold"],
};

/** A status as stored: a deleted order is in the trash until it is deleted permanently. */
export type StoredStatus = OrderStatus | "trash";

/** The actor of a transition, as stored in the order's history. */
export type OrderActor =
  | "gateway"
  | "job"
  | "carrier"
  | "merchant"
  | `customer:${number}`
  | `merchant:${number}`
  | `staff:${number}`;

/** The actor, reason and time of a status transition. */
export interface Transition {
  actor: OrderActor;
  /** the staff member in the history, where the rules of another actor apply */
  by?: OrderActor | null;
  /** stored in the order's history */
  reason: string;
  now: Date;
  /** id of the order that the customer has placed instead of this one */
  replacedBy?: number;
  /** why staff members cancel it, for the customer's email */
  cancelReason?: CancelReason;
}

/** Whether the actor is a merchant's program or a staff member. */
export const isMerchant = (actor: OrderActor): boolean => actor.startsWith("merchant") || actor.startsWith("staff:");

export function canTransition(from: StoredStatus, to: StoredStatus, actor: OrderActor): boolean {
  if (isMerchant(actor)) return true;
  if (from === "trash" || to === "trash") return false;
  return nextStatuses[from].includes(to) || (actor === "gateway" && (gatewayOnlyStatuses[from]?.includes(to) ?? false));
}

/**
 * Statuses that await no payment. Reserved stock is released in them, except when a delivered order is moved to the
 * trash.
 */
export const isClosed = (status: StoredStatus): boolean =>
  status === "cancelled" || status === "failed" || status === "trash";

/** Statuses whose goods have been or will be sent. An order created in any other status reserves no stock. */
export const isFulfillable = (status: StoredStatus): boolean => !isClosed(status) && status !== "refunded";

/** Cash counts as paid on delivery, any other method when the order is accepted: WooCommerce's own rule. */
export const marksAsPaid = (paymentMethod: string, to: StoredStatus): boolean =>
  to === "completed" || (to === "processing" && !isCashMethod(paymentMethod));

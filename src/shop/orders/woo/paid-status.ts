import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { OrderStatus } from "#contract/order.ts";
import type { StoredStatus } from "../order-status.ts";
import type { UpdatedOrder } from "./order-changes.ts";

const waiting: readonly StoredStatus[] = ["pending", "on-hold", "failed", "cancelled"];

/**
 * Whether `set_paid` has an effect on an order that was paid before: only if it was put back to a status that awaits a
 * payment. WooCommerce's own rule.
 */
export const needsPayment = (status: StoredStatus): boolean => status === "pending" || status === "failed";

/**
 * The status after `set_paid`: processing, or completed for cash on delivery and for orders without goods. WooCommerce's
 * own rule.
 */
export function paidStatus<Status extends StoredStatus>(
  from: Status,
  { paymentMethod, lines }: Pick<UpdatedOrder, "paymentMethod" | "lines">,
): Status | OrderStatus {
  if (!waiting.includes(from)) return from;
  return isCashMethod(paymentMethod) || lines.length === 0 ? "completed" : "processing";
}

import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { OrderStatus } from "#contract/order.ts";
import type { StoredStatus } from "../order-status.ts";
import type { UpdatedOrder } from "./order-changes.ts";

const waiting: readonly StoredStatus[] = ["pending", "on-hold", "failed", "cancelled"];

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

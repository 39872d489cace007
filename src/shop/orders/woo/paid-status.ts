import type { OrderStatus } from "#contract/order.ts";
import type { KeptStatus } from "../order-status.ts";
import type { OrderAfter } from "./order-changes.ts";

const waiting: readonly KeptStatus[] = ["pending", "on-hold", "failed", "cancelled"];

/**
 * Where `set_paid` takes an order from a status: on its way, or to its end where cash is paid on delivery or where there is
 * nothing to deliver. WooCommerce's own rule.
 */
export function paidStatus<Status extends KeptStatus>(
  from: Status,
  { paymentMethod, lines }: Pick<OrderAfter, "paymentMethod" | "lines">,
): Status | OrderStatus {
  if (!waiting.includes(from)) return from;
  return paymentMethod === "cod" || lines.length === 0 ? "completed" : "processing";
}

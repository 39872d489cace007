import type { OrderStatus } from "#contract/order.ts";
import type { StoredStatus } from "../order-status.ts";
import type { UpdatedOrder } from "./order-changes.ts";

const waiting: readonly StoredStatus[] = ["pending", "on-hold", "failed", "cancelled"];

/**
 * Where `set_paid` takes an order from a status: on its way, or to its end where cash is paid on delivery or where there is
 * nothing to deliver. WooCommerce's own rule.
 */
export function paidStatus<Status extends StoredStatus>(
  from: Status,
  { paymentMethod, lines }: Pick<UpdatedOrder, "paymentMethod" | "lines">,
): Status | OrderStatus {
  if (!waiting.includes(from)) return from;
  return paymentMethod === "cod" || lines.length === 0 ? "completed" : "processing";
}

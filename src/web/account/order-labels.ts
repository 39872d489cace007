import type { OrderRecord, OrderStatus } from "#contract/order.ts";
import type { Tone } from "#web/design/badge.tsx";
import type { TextKey } from "#web/i18n/translate.ts";

const statusTones: Partial<Record<OrderStatus, Tone>> = {
  completed: "success",
  processing: "warning",
  cancelled: "danger",
  failed: "danger",
};
/** Colour of an order's status; whatever is not named is shown as pending. */
export const statusTone = (status: OrderStatus): Tone => statusTones[status] ?? "neutral";

const paymentTones: Record<OrderRecord["payment"]["status"], Tone> = {
  paid: "success",
  pending: "neutral",
  failed: "danger",
};
/** How a payment stands. Cash that was never taken did not fail: nobody tried to pay. */
export const paymentBadge = ({ status, method }: OrderRecord["payment"]): { tone: Tone; text: TextKey } =>
  status === "failed" && method === "cod"
    ? { tone: "neutral", text: "payment_status.cash_failed" }
    : { tone: paymentTones[status], text: `payment_status.${status}` };

const methods: Record<string, TextKey> = {
  cod: "payment_method.cod",
  vnpay: "payment_method.vnpay",
  vnpay_visa: "payment_method.vnpay",
  paypal: "payment_method.paypal",
  momo: "payment_method.momo",
};
/** Text of a payment method's label; momo is historic. Cash for what is fetched at the shop is not paid on delivery. */
export const methodLabel = (method: string, pickup: boolean): TextKey =>
  pickup && method === "cod" ? "payment_method.cod_pickup" : (methods[method] ?? "payment_method.unknown");

const steps: Record<OrderStatus, TextKey> = {
  pending: "orders.timeline_placed",
  processing: "orders.timeline_processing",
  "on-hold": "orders.timeline_on_hold",
  completed: "orders.timeline_completed",
  cancelled: "orders.timeline_cancelled",
  failed: "orders.timeline_failed",
  refunded: "orders.timeline_refunded",
};
export const stepLabel = (status: OrderStatus, pickup: boolean): TextKey =>
  pickup && status === "completed" ? "orders.timeline_picked_up" : steps[status];

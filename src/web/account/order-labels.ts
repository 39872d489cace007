import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { OrderStatus } from "#contract/order.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import type { ParcelStep } from "#contract/parcel.ts";
import type { Tone } from "#design/badge.tsx";
import type { TextKey } from "#web/i18n/translate.ts";

const statusTones: Partial<Record<OrderStatus, Tone>> = {
  completed: "success",
  processing: "warning",
  cancelled: "danger",
  failed: "danger",
};
/** Colour of an order's status; others are shown as pending. */
export const statusTone = (status: OrderStatus): Tone => statusTones[status] ?? "neutral";

const openStatuses: readonly OrderStatus[] = ["pending", "processing", "on-hold"];
/** The order is neither completed nor closed. */
export const isOpen = ({ status }: Pick<OrderRecord, "status">): boolean => openStatuses.includes(status);

const paymentTones: Record<OrderRecord["payment"]["status"], Tone> = {
  paid: "success",
  pending: "neutral",
  failed: "danger",
};
/** A payment's status. A payment without a gateway did not fail: none was attempted. */
export const paymentBadge = ({ status, method }: OrderRecord["payment"]): { tone: Tone; text: TextKey } =>
  status === "failed" && !isOnlineMethod(method)
    ? { tone: "neutral", text: "payment_status.cash_failed" }
    : { tone: paymentTones[status], text: `payment_status.${status}` };

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

const parcelTexts: Record<ParcelStep, TextKey> = {
  waiting: "orders.parcel_waiting",
  in_transit: "orders.parcel_in_transit",
  delivering: "orders.parcel_delivering",
  failed_try: "orders.parcel_failed_try",
  delivered: "orders.parcel_delivered",
  returning: "orders.parcel_returning",
  returned: "orders.parcel_returned",
  cancelled: "orders.parcel_cancelled",
  trouble: "orders.parcel_trouble",
};
export const parcelLabel = (step: ParcelStep): TextKey => parcelTexts[step];

const parcelTones: Partial<Record<ParcelStep, Tone>> = {
  delivered: "success",
  failed_try: "warning",
  returning: "warning",
  trouble: "danger",
};
export const parcelTone = (step: ParcelStep): Tone => parcelTones[step] ?? "neutral";

const ended: ReadonlySet<ParcelStep> = new Set(["delivered", "returned", "cancelled"]);
/** The order's parcel is in transit. */
export const isInTransit = ({ parcel }: Pick<OrderRecord, "parcel">): boolean =>
  parcel !== null && parcel.status !== "waiting" && !ended.has(parcel.status);

/** A step of an order or its parcel in the timeline. */
export interface TimelineEvent {
  text: TextKey;
  date: string;
}

/** The events of an order and its parcel, oldest first. Delivery is taken from the parcel, if there is one. */
export function timelineEvents({ timeline, parcel, shipping }: OrderRecord): TimelineEvent[] {
  const pickup = shipping.method === "local_pickup";
  const steps = parcel?.steps ?? [];
  const arrived = steps.some(({ status }) => status === "delivered");
  const moves = timeline.filter(({ status }) => !(arrived && status === "completed"));
  return [
    ...moves.map(({ status, date }) => ({ text: stepLabel(status, pickup), date })),
    ...steps.map(({ status, date }) => ({ text: parcelLabel(status), date })),
  ].sort((one, other) => one.date.localeCompare(other.date));
}

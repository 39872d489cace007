import { type ParcelAction, parcelActions } from "#contract/backoffice/parcel-views.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { Permission } from "#contract/permissions.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";

type Reason = Parameters<TextOf>[0] & `parcel_reasons.${string}`;

const ended: readonly ParcelEntry["step"][] = ["cancelled", "delivered", "returned"];
const closedOrders: readonly string[] = ["cancelled", "failed", "refunded", "trash"];

const requestReason = ({ carrier, code }: ParcelEntry): Reason => {
  if (code === null) return "parcel_reasons.no_code";
  return carrier === "ghn" ? "parcel_reasons.no_failed_try" : "parcel_reasons.carrier_has_no_api";
};

const trackReason = ({ order_status, code, step }: ParcelEntry): Reason => {
  if (closedOrders.includes(order_status)) return "parcel_reasons.order_closed";
  if (code !== null) return "parcel_reasons.has_code";
  return ended.includes(step) ? "parcel_reasons.ended" : "parcel_reasons.being_booked";
};

const bookReason = (parcel: ParcelEntry): Reason => {
  const reason = trackReason(parcel);
  // these can be booked, unless the shop has no carrier's access data
  const isBookable = parcel.status === "by_hand" || parcel.status === "refused";
  return isBookable && reason !== "parcel_reasons.order_closed" ? "parcel_reasons.no_carrier" : reason;
};

/** Why a parcel does not allow an action now; the server decides whether it does. */
const reasons: Readonly<Record<ParcelAction, (parcel: ParcelEntry) => Reason>> = {
  book: bookReason,
  track: trackReason,
  cancel: ({ cancel_requested, step }) => {
    if (cancel_requested) return "parcel_reasons.being_cancelled";
    return ended.includes(step) ? "parcel_reasons.ended" : "parcel_reasons.picked_up";
  },
  poll: ({ code }) => (code === null ? "parcel_reasons.no_code" : "parcel_reasons.carrier_has_no_api"),
  label: ({ code, step }) => {
    if (code === null) return "parcel_reasons.no_code";
    return ended.includes(step) ? "parcel_reasons.ended" : "parcel_reasons.picked_up";
  },
  deliver_again: requestReason,
  return_to_shop: requestReason,
  inspect: ({ inspected_at }) => (inspected_at === null ? "parcel_reasons.not_back" : "parcel_reasons.inspected"),
  decide: ({ inspected_at, return_decision }) => {
    if (inspected_at === null) return "parcel_reasons.not_inspected";
    return return_decision === null ? "parcel_reasons.order_closed" : "parcel_reasons.decided";
  },
  claim: () => "parcel_reasons.no_loss",
};

/** What an action requires besides the permission to see the parcel. */
const permissionOf = (action: ParcelAction): Permission => {
  if (action === "label") return "pack";
  return action === "claim" ? "orders.view" : "parcels.manage";
};

/** The actions that the role has, but not for this parcel now, each with the reason. */
export const unavailableActions = (
  parcel: ParcelEntry,
  permissions: readonly string[],
): { action: ParcelAction; reason: Reason }[] =>
  parcelActions
    .filter((action) => !parcel.actions.includes(action) && permissions.includes(permissionOf(action)))
    .map((action) => ({ action, reason: reasons[action](parcel) }));

import type { CarrierRemedy } from "#contract/backoffice/parcel-views.ts";
import type { Language } from "#contract/language.ts";
import type { GhnRejectedError } from "#shop/shipping/index.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

export const parcelNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "parcel_errors.not_found"));

export const orderNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "parcel_errors.order_not_found"));

/** 409: the carrier has no parcel that the action could concern, or cannot get one. */
export const noShipment = (lang: Language, text: "no_shipment" | "no_carrier" | "nothing_to_cancel"): HttpError =>
  new HttpError(409, "lianne_no_shipment", t(lang, `parcel_errors.${text}`));

/** 409: a parcel of the order is under way. */
export const shipmentInTransit = (lang: Language, code: string | null): HttpError =>
  new HttpError(409, "lianne_shipment_in_transit", t(lang, "parcel_errors.in_transit", { code: code ?? "…" }), {
    extra: { tracking_code: code },
  });

/** 409: the state of a record does not allow the action. */
export const wrongState = (lang: Language, text: string, state: string): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `parcel_errors.${text}`, { state }), { extra: { state } });

/** 400: another parcel has this code; the message names its order. */
export const codeTaken = (lang: Language, order: number): HttpError =>
  invalidParam("code", t(lang, "parcel_errors.code_taken", { order }), "lianne_code_taken");

/** What usually helps: found by words of the carrier's message. */
export function remedyFor(message: string): CarrierRemedy {
  const text = message.toLowerCase();
  if (/điện thoại|phone|sđt/.test(text)) return "phone";
  if (/thu hộ|cod|₫/.test(text)) return "cod";
  if (/phường|xã|quận|huyện|tỉnh|địa chỉ|ward|district|province|address/.test(text)) return "address";
  return "carrier";
}

/** 502: the carrier rejected the request; with its own message, and what usually helps. */
export const carrierError = (lang: Language, reason: string): HttpError => {
  const remedy = remedyFor(reason);
  const message = t(lang, "parcel_errors.carrier", { reason, remedy: t(lang, `parcel_remedies.${remedy}`) });
  return new HttpError(502, "lianne_carrier_error", message, { extra: { carrier_message: reason, remedy } });
};

export const carrierRejected = (lang: Language, { message }: GhnRejectedError): HttpError =>
  carrierError(lang, message);

/** 502: the carrier did not respond. */
export const carrierUnavailable = (lang: Language): HttpError =>
  new HttpError(502, "lianne_carrier_error", t(lang, "parcel_errors.carrier_unavailable"), {
    extra: { carrier_message: "", remedy: "carrier" },
  });

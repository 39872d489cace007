import type { Translate } from "#web/i18n/translate.ts";
import type { OrderField } from "./order-form.ts";
import type { SubmitFailure } from "./submit-order.ts";
import type { FormErrors } from "./use-form-errors.ts";

/** The server's names of form fields that differ from ours. */
const ours: Readonly<Record<string, OrderField>> = {
  email: "email",
  phone: "phone",
  firstName: "firstName",
  lastName: "lastName",
  address: "shippingAddress",
  city: "shippingProvinceId",
  state: "shippingDistrictId",
  ward: "shippingWardId",
  zipCode: "shippingZipCode",
};

function messageOf(t: Translate, failure: SubmitFailure): string {
  switch (failure.kind) {
    case "exhausted":
      // what happened, why, and that retrying is safe; one paragraph each
      return [
        t("order_info.alert_max_retry"),
        ...(failure.network ? [t("order_info.alert_network")] : []),
        t("order_info.alert_sent_once"),
      ].join("\n");
    case "unexpected":
      return t("order_info.alert_unexpected_format");
    case "no-url":
      return t("order_info.alert_no_url");
    case "not-created":
      return t("order_info.alert_creation_failed");
    case "logged-out":
      return failure.message || t("errors.unauthorized");
    case "gateway-down":
      return failure.message || t("order_info.alert_no_url");
    case "amounts-changed":
    case "cart-changed":
    case "promise-later":
      return failure.message;
    case "refused":
      return failure.message || t("order_info.alert_payment");
  }
}

/** The messages for a failed submit, and their fields. */
export function submitErrors(t: Translate, failure: SubmitFailure): FormErrors {
  const named = failure.kind === "refused" ? Object.entries(failure.fields) : [];
  const fields = named.flatMap(([name, message]) => (ours[name] ? [[ours[name], message] as const] : []));
  const cart = failure.kind === "refused" && failure.lines;
  return { message: messageOf(t, failure), fields: Object.fromEntries(fields), cart };
}

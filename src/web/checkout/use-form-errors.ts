import { useEffect, useRef, useState } from "react";
import type { TextKey, Translate } from "#web/i18n/translate.ts";
import { fieldId } from "./field-id.ts";
import { type FaultKey, type FieldErrors, fieldOrder, type OrderField } from "./order-form.ts";

/** The form's errors: a message for the whole form, and one for each invalid field. */
export interface FormErrors {
  message: string;
  fields: Partial<Record<OrderField, string>>;
}

const faultMessage: Record<Exclude<FaultKey, "required">, TextKey> = {
  email: "validation.email_invalid",
  phone: "validation.checkout_phone",
  vn_phone: "validation.vn_phone",
  first_name: "validation.first_name",
  last_name: "validation.last_name",
  zip: "validation.zip",
  address_long: "validation.address_long",
};
const label: Partial<Record<OrderField, TextKey>> = {
  email: "order_info.email",
  phone: "order_info.phone",
  firstName: "order_info.firstName",
  lastName: "order_info.lastName",
  shippingAddress: "order_info.address",
  shippingProvinceId: "order_info.province",
  shippingDistrictId: "order_info.district",
  shippingWardId: "order_info.ward",
  shippingZipCode: "order_info.zip",
};

/** The form's validation as messages; a missing field is named. */
export function formErrorsOf(t: Translate, { faults, summary }: { faults: FieldErrors; summary: TextKey }): FormErrors {
  const messageOf = (field: OrderField, fault: FaultKey): string =>
    fault === "required"
      ? t("validation.field_required", { field: t(label[field] ?? "order_info.contact") })
      : t(faultMessage[fault]);
  const fields = Object.entries(faults).map(([field, fault]) => [field, messageOf(field as OrderField, fault)]);
  return { message: t(summary), fields: Object.fromEntries(fields) };
}

/**
 * The last errors, ours or the server's. New errors focus the first invalid field, or the summary if there is none; a
 * field's error is removed when it is changed, and the summary with the last of them.
 */
export function useFormErrors() {
  const [formErrors, setFormErrors] = useState<FormErrors | null>(null);
  const [mended, setMended] = useState<readonly string[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!formErrors) return;
    const first = fieldOrder.find((field) => formErrors.fields[field]);
    const target = first ? document.getElementById(fieldId(first)) : summary.current;
    target?.focus();
  }, [formErrors]);
  const blamed = Object.keys(formErrors?.fields ?? {});
  const settled = blamed.length > 0 && blamed.every((field) => mended.includes(field));
  return {
    summary,
    message: settled ? null : (formErrors?.message ?? null),
    error: (field: OrderField): string | undefined => (mended.includes(field) ? undefined : formErrors?.fields[field]),
    refuse: (next: FormErrors | null) => {
      setMended([]);
      setFormErrors(next);
    },
    mend: (fields: readonly string[]) => setMended((before) => [...before, ...fields]),
  };
}

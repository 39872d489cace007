import { useEffect, useRef, useState } from "react";
import type { TextKey, Translate } from "#web/i18n/translate.ts";
import { fieldId } from "./field-id.ts";
import { type FieldErrorKey, type FieldErrors, fieldOrder, type OrderField } from "./order-form.ts";

/** The form's errors: a message for the whole form, and one for each invalid field. */
export interface FormErrors {
  message: string;
  fields: Partial<Record<OrderField, string>>;
  /** it is about lines, which are changed in the cart */
  cart?: boolean;
}

const errorTexts: Record<Exclude<FieldErrorKey, "required">, TextKey> = {
  email: "validation.email_invalid",
  email_ascii: "validation.email_ascii",
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
export function formErrorsOf(t: Translate, { errors, summary }: { errors: FieldErrors; summary: TextKey }): FormErrors {
  const messageOf = (field: OrderField, fieldError: FieldErrorKey): string =>
    fieldError === "required"
      ? t("validation.field_required", { field: t(label[field] ?? "order_info.contact") })
      : t(errorTexts[fieldError]);
  const fields = Object.entries(errors).map(([field, fieldError]) => [
    field,
    messageOf(field as OrderField, fieldError),
  ]);
  return { message: t(summary), fields: Object.fromEntries(fields) };
}

/**
 * The last errors, ours or the server's. New errors focus the first invalid field, or the summary if there is none; a
 * field's error is removed when it is changed, and the summary with the last of them, or when the ordered lines or the
 * shipping quote change.
 * @param ordered identifies what an error may be about
 */
export function useFormErrors(ordered: string) {
  const [formErrors, setFormErrors] = useState<FormErrors | null>(null);
  const [editedFields, setEditedFields] = useState<readonly string[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!formErrors) return;
    const first = fieldOrder.find((field) => formErrors.fields[field]);
    const target = first ? document.getElementById(fieldId(first)) : summary.current;
    target?.focus();
  }, [formErrors]);
  const rejected = useRef<string | null>(null);
  useEffect(() => {
    if (!formErrors) return;
    rejected.current ??= ordered;
    if (rejected.current !== ordered) setFormErrors(null);
  }, [formErrors, ordered]);
  const invalidFields = Object.keys(formErrors?.fields ?? {});
  const areAllEdited = invalidFields.length > 0 && invalidFields.every((field) => editedFields.includes(field));
  return {
    summary,
    message: areAllEdited ? null : (formErrors?.message ?? null),
    cart: formErrors?.cart === true,
    error: (field: OrderField): string | undefined =>
      editedFields.includes(field) ? undefined : formErrors?.fields[field],
    showErrors: (next: FormErrors | null) => {
      setEditedFields([]);
      rejected.current = null;
      setFormErrors(next);
    },
    clearErrors: (fields: readonly string[]) => setEditedFields((before) => [...before, ...fields]),
  };
}

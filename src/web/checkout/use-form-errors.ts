import { useEffect, useRef, useState } from "react";
import type { TextKey, Translate } from "#web/i18n/translate.ts";
import { fieldId } from "./field-id.ts";
import { type FaultKey, type FieldErrors, fieldOrder, type OrderField } from "./order-form.ts";

/** The form's errors: a message for the whole form, and one for each invalid field. */
export interface Refusal {
  sentence: string;
  fields: Partial<Record<OrderField, string>>;
}

const faultSentence: Record<Exclude<FaultKey, "required">, TextKey> = {
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
export function refusalOf(t: Translate, { faults, summary }: { faults: FieldErrors; summary: TextKey }): Refusal {
  const say = (field: OrderField, fault: FaultKey): string =>
    fault === "required"
      ? t("validation.field_required", { field: t(label[field] ?? "order_info.contact") })
      : t(faultSentence[fault]);
  const fields = Object.entries(faults).map(([field, fault]) => [field, say(field as OrderField, fault)]);
  return { sentence: t(summary), fields: Object.fromEntries(fields) };
}

/**
 * The last errors, ours or the server's. New errors focus the first invalid field, or the summary if there is none; a
 * field's error is removed when it is changed, and the summary with the last of them.
 */
export function useFormErrors() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [mended, setMended] = useState<readonly string[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refusal) return;
    const first = fieldOrder.find((field) => refusal.fields[field]);
    const target = first ? document.getElementById(fieldId(first)) : summary.current;
    target?.focus();
  }, [refusal]);
  const blamed = Object.keys(refusal?.fields ?? {});
  const settled = blamed.length > 0 && blamed.every((field) => mended.includes(field));
  return {
    summary,
    sentence: settled ? null : (refusal?.sentence ?? null),
    error: (field: OrderField): string | undefined => (mended.includes(field) ? undefined : refusal?.fields[field]),
    refuse: (next: Refusal | null) => {
      setMended([]);
      setRefusal(next);
    },
    mend: (fields: readonly string[]) => setMended((before) => [...before, ...fields]),
  };
}

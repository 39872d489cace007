import type { Language } from "#contract/language.ts";
import { emailPattern, maxAddressLength, namePattern, toE164, zipPattern } from "#contract/person-validation.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { t } from "#shop/kernel/http/messages.ts";

type Label = "email" | "phone" | "firstName" | "lastName" | "address" | "city" | "state" | "ward" | "zipCode" | "cart";

/** One field of the order form, read off a call that may hold anything. */
export interface FormField {
  label: Label;
  /** the body's parameter that carries it */
  parameter: string;
  value: unknown;
}

/** What is asked of a field beside being there, and the sentence for it. */
const rules: Partial<Record<Label, { holds: (value: string) => boolean; sentence: string }>> = {
  email: { holds: (value) => emailPattern.test(value) && value.length <= 254, sentence: "validation.email_invalid" },
  phone: { holds: (value) => toE164(value) !== null, sentence: "validation.vn_phone" },
  firstName: { holds: (value) => namePattern.test(value), sentence: "validation.first_name" },
  lastName: { holds: (value) => namePattern.test(value), sentence: "validation.last_name" },
  address: { holds: (value) => value.length <= maxAddressLength, sentence: "validation.address_long" },
  zipCode: { holds: (value) => zipPattern.test(value), sentence: "validation.zip" },
};

const written = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

function sentenceFor({ label, value }: FormField, lang: Language): string | null {
  if (label === "cart") return Array.isArray(value) && value.length === 0 ? t(lang, "validation.cart_empty") : null;
  const text = written(value);
  if (text === "") return t(lang, "validation.field_required", { field: t(lang, `fields.${label}`) });
  const rule = rules[label];
  return rule && !rule.holds(text) ? t(lang, rule.sentence) : null;
}

interface Complaint {
  parameter: string;
  label: Label;
  sentence: string;
}

/**
 * One refusal for all complaints. `data.params` and `data.details` are filed under the body's parameter,
 * `details[…].data.fields` under the form's field.
 */
export function refuseFields(complaints: readonly Complaint[]): HttpError {
  const details: Record<string, { code: string; message: string; data: { fields: Record<string, string> } }> = {};
  for (const { parameter, label, sentence } of complaints) {
    const detail = details[parameter];
    details[parameter] = {
      code: "rest_invalid_param",
      message: detail ? `${detail.message} ${sentence}` : sentence,
      data: { fields: { ...detail?.data.fields, [label]: sentence } },
    };
  }
  const params = Object.fromEntries(Object.entries(details).map(([parameter, { message }]) => [parameter, message]));
  return new HttpError(400, "rest_invalid_param", Object.values(params).join(" "), { extra: { params, details } });
}

/** The service-level check of an order. @throws Refusal 400 `rest_invalid_param` with every failing field and its sentence */
export function checkForm(fields: readonly FormField[], lang: Language): void {
  const complaints = fields.flatMap((field) => {
    const sentence = sentenceFor(field, lang);
    return sentence === null ? [] : [{ ...field, sentence }];
  });
  if (complaints.length > 0) throw refuseFields(complaints);
}

/** A value somewhere in a body that may hold anything. */
export const at = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    body,
  );

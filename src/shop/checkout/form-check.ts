import type { Language } from "#contract/language.ts";
import { emailError, maxAddressLength, namePattern, toE164, zipPattern } from "#contract/person-validation.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

type Label = "email" | "phone" | "firstName" | "lastName" | "address" | "city" | "state" | "ward" | "zipCode" | "cart";

/** One field of the order form, read from a body that is not validated yet. */
export interface FormField {
  label: Label;
  /** the body's top-level property that carries it */
  parameter: string;
  value: unknown;
  /** it may be empty */
  optional?: boolean;
}

const emailMessages = { email: "validation.email_invalid", email_ascii: "validation.email_ascii" } as const;
const rule =
  (isValid: (value: string) => boolean, message: string) =>
  (value: string): string | null =>
    isValid(value) ? null : message;

/** Format rules of the fields: the key of the message for a violation. */
const rules: Partial<Record<Label, (value: string) => string | null>> = {
  email: (value) => {
    const error = emailError(value);
    return error && emailMessages[error];
  },
  phone: rule((value) => toE164(value) !== null, "validation.vn_phone"),
  firstName: rule((value) => namePattern.test(value), "validation.first_name"),
  lastName: rule((value) => namePattern.test(value), "validation.last_name"),
  address: rule((value) => value.length <= maxAddressLength, "validation.address_long"),
  zipCode: rule((value) => zipPattern.test(value), "validation.zip"),
};

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

function validate({ label, value, optional }: FormField, lang: Language): string | null {
  if (label === "cart") return Array.isArray(value) && value.length === 0 ? t(lang, "validation.cart_empty") : null;
  const text = textOf(value);
  if (text === "" && optional) return null;
  if (text === "") return t(lang, "validation.field_required", { field: t(lang, `fields.${label}`) });
  const message = rules[label]?.(text);
  return message ? t(lang, message) : null;
}

interface FieldError {
  parameter: string;
  label: Label;
  message: string;
}

/**
 * One error for all invalid fields. `data.params` and `data.details` are keyed by the body's property,
 * `details[…].data.fields` by the form's field.
 */
export function invalidFields(errors: readonly FieldError[]): HttpError {
  const details: Record<string, { code: string; message: string; data: { fields: Record<string, string> } }> = {};
  for (const { parameter, label, message } of errors) {
    const detail = details[parameter];
    details[parameter] = {
      code: "rest_invalid_param",
      message: detail ? `${detail.message} ${message}` : message,
      data: { fields: { ...detail?.data.fields, [label]: message } },
    };
  }
  const params = Object.fromEntries(Object.entries(details).map(([parameter, { message }]) => [parameter, message]));
  return new HttpError(400, "rest_invalid_param", Object.values(params).join(" "), { extra: { params, details } });
}

/** Validates the order form. @throws HttpError 400 `rest_invalid_param` with a message for each invalid field */
export function checkForm(fields: readonly FormField[], lang: Language): void {
  const errors = fields.flatMap((field) => {
    const message = validate(field, lang);
    return message === null ? [] : [{ ...field, message }];
  });
  if (errors.length > 0) throw invalidFields(errors);
}

/** The value at a path of a body that is not validated yet; undefined if there is none. */
export const at = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    body,
  );

/** A ward chosen by the search of addresses is the value of province, district and ward; undefined without one. */
export function chosenArea(body: unknown): { city: unknown; state: unknown; ward: unknown } | undefined {
  const code = at(body, "address_choice", "new") || at(body, "address_choice", "old");
  return code ? { city: code, state: code, ward: code } : undefined;
}

/** Where a request body carries the fields of the order form. */
export interface FormLayout {
  /** the property with email, phone and name */
  contact: string;
  lines: string;
  billing: string;
  shipping: string;
  /** the ids of province and district and the code of the ward, for the address under this property */
  area: (address: string) => { city: unknown; state: unknown; ward: unknown };
  emailOptional: boolean;
}

/** The form's fields as a body carries them. A pickup has no address. */
export function formFields(
  body: unknown,
  { contact, lines, billing, shipping, area, emailOptional }: FormLayout,
): FormField[] {
  const field = (label: Label, parameter: string, value: unknown) => ({ label, parameter, value });
  const ofContact = [
    { ...field("email", contact, at(body, contact, "email")), optional: emailOptional },
    field("phone", contact, at(body, contact, "phone")),
    field("firstName", contact, at(body, contact, "first_name")),
    field("lastName", contact, at(body, contact, "last_name")),
  ];
  const cart = field("cart", lines, at(body, lines) ?? []);
  if (at(body, "shipping_lines", 0, "method_id") === "local_pickup") return [...ofContact, cart];
  const address = at(body, shipping) === undefined ? billing : shipping;
  const { city, state, ward } = area(address);
  return [
    ...ofContact,
    field("address", address, at(body, address, "address_1")),
    field("city", address, city),
    field("state", address, state),
    field("ward", address, ward),
    field("zipCode", address, at(body, address, "postcode")),
    cart,
  ];
}

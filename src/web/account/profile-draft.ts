import type { ProfileChange, User } from "#contract/customer.ts";
import {
  emailError,
  maxAddressLength,
  namePattern,
  toE164,
  toLocalPhone,
  zipPattern,
} from "#contract/person-validation.ts";
import type { TextKey } from "#web/i18n/translate.ts";
import type { SelectedLocation } from "#contract/selected-location.ts";
import { placeChangeOf, storedPlace } from "#web/locations/searched-place.ts";

/** The profile data while they are edited. */
export interface ProfileDraft extends SelectedLocation {
  lastName: string;
  firstName: string;
  email: string;
  phone: string;
  address: string;
  postcode: string;
}
/** The text fields, in page order. */
export const typedFields = ["lastName", "firstName", "email", "phone", "address", "postcode"] as const;
export type TypedField = (typeof typedFields)[number];

/** @param searches whether addresses are searched: the setting `address_form` */
export const draftOf = (user: User, searches: boolean): ProfileDraft => ({
  lastName: user.lastName,
  firstName: user.firstName,
  email: user.email,
  phone: toLocalPhone(user.phone),
  address: user.address,
  postcode: user.postcode,
  ...storedPlace(user, searches),
});

/** The place of a draft, without its other fields. */
export const placeOf = ({
  provinceId,
  province,
  districtId,
  district,
  wardCode,
  ward,
  searched,
}: SelectedLocation) => ({
  ...{ provinceId, province, districtId, district, wardCode, ward },
  ...(searched && { searched }),
});

export const changeOf = (draft: ProfileDraft): ProfileChange => ({
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim(),
  phone: draft.phone,
  address: draft.address.trim(),
  postcode: draft.postcode.trim(),
  ...placeChangeOf(draft),
});

type ProfileRule = (value: string) => TextKey | null;
const holds = (does: boolean, otherwise: TextKey): TextKey | null => (does ? null : otherwise);
const rules: Partial<Record<TypedField, ProfileRule>> = {
  lastName: (value) => holds(namePattern.test(value), "validation.last_name"),
  firstName: (value) => holds(namePattern.test(value), "validation.first_name"),
  email: (value) => {
    const error = emailError(value);
    return error && `validation.${error}`;
  },
  phone: (value) => holds(toE164(value) !== null, "validation.vn_phone"),
  address: (value) => holds(value.length <= maxAddressLength, "validation.address_long"),
  postcode: (value) => holds(value === "" || zipPattern.test(value), "validation.zip"),
};
const mayBeEmpty = new Set<TypedField>(["address", "postcode"]);

/** The error message of each invalid field: names and email by the rules of registration, the phone by the server's. */
export function fieldErrorsOf(draft: ProfileDraft): Partial<Record<TypedField, TextKey>> {
  const errors: Partial<Record<TypedField, TextKey>> = {};
  for (const field of typedFields) {
    const value = draft[field].trim();
    const fieldError = value === "" && !mayBeEmpty.has(field) ? "validation.required" : rules[field]?.(value);
    if (fieldError) errors[field] = fieldError;
  }
  return errors;
}

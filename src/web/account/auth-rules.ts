import {
  compactPhone,
  emailError,
  namePattern,
  toE164,
  toLocalPhone,
  usernamePattern,
} from "#contract/person-validation.ts";
import type { TextKey } from "#web/i18n/translate.ts";

export type AuthField = "username" | "email" | "phone" | "firstName" | "lastName" | "password" | "RePassword";
export type AuthValues = Record<AuthField, string>;
export const emptyValues: AuthValues = {
  username: "",
  email: "",
  phone: "",
  firstName: "",
  lastName: "",
  password: "",
  RePassword: "",
};

type AuthRule = (value: string, values: AuthValues) => TextKey | null;
const when = (wrong: boolean, message: TextKey): TextKey | null => (wrong ? message : null);
const tenDigits = /^\d{10}$/;
const minPasswordLength = 8;

/** Normalises to ten digits, also from `+84…`; unchanged if it is no Vietnamese mobile number. */
export const tenDigitPhone = (value: string): string => {
  const known = toE164(value);
  return known ? toLocalPhone(known) : value;
};

const phone: AuthRule = (value) => {
  const typed = compactPhone(tenDigitPhone(value));
  return when(!tenDigits.test(typed), "validation.phone") ?? when(toE164(typed) === null, "validation.vn_phone");
};
const rules: Record<AuthField, AuthRule> = {
  username: (value) => when(!usernamePattern.test(value), "validation.username"),
  email: (value) => {
    const error = emailError(value.trim());
    return error && `validation.${error}`;
  },
  phone,
  firstName: (value) => when(!namePattern.test(value.trim()), "validation.first_name"),
  lastName: (value) => when(!namePattern.test(value.trim()), "validation.last_name"),
  password: (value) => when(value.length < minPasswordLength, "validation.password_length"),
  RePassword: (value, { password }) => when(value !== password, "validation.password_match"),
};

/** At login the input is not validated: the server decides whether it matches. */
const noRule: AuthRule = () => null;
export const loginRules = { username: noRule, password: noRule } as const;

export type Faults = Partial<Record<AuthField, TextKey>>;

/** The error message of each invalid field among those given. */
export function checkAuth(fields: readonly AuthField[], values: AuthValues, { login = false } = {}): Faults {
  const faults: Faults = {};
  for (const field of fields) {
    const rule = login && field in loginRules ? noRule : rules[field];
    const message = values[field].trim() === "" ? ("validation.required" as const) : rule(values[field], values);
    if (message) faults[field] = message;
  }
  return faults;
}

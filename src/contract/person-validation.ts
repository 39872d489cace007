/** Removes separators between digits: spaces, dots, dashes, brackets, invisible characters. */
export const compactPhone = (typed: string): string => typed.replace(/[\s.()[\]\p{Pd}\p{Cf}]/gu, "");

/**
 * Parses a phone number: 0, 84, +84 or +84 (0), a mobile prefix, eight digits; separators and brackets are ignored. Null
 * if invalid.
 */
export const toE164 = (typed: string): string | null => {
  const match = /^(?:0|\+?840?)([35789]\d{8})$/.exec(compactPhone(typed));
  return match ? `+84${match[1]}` : null;
};

/** Converts a stored `+84…` phone to `0…`, the notation of Vietnamese shoppers and the carrier. */
export const toLocalPhone = (e164: string): string => e164.replace(/^\+84/, "0");

/** The digits of the phone number by which an order's recipient is called, in the local notation; empty without one. */
export const recipientDigits = ({ billing, shipping }: Record<"billing" | "shipping", { phone: string }>): string =>
  toLocalPhone(shipping.phone || billing.phone).replaceAll(/\D/g, "");

/** Lenient rule of the checkout form; it only chooses the error message. */
export const looksLikePhone = (typed: string): boolean => /^(?:0|\+84)\d{9,10}$/.test(compactPhone(typed));

/** Printable ASCII without characters that have a meaning in email headers; the domain has A to Z, digits and hyphens. */
export const emailPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
export const maxEmailLength = 254;
/**
 * Other characters make two addresses look or compare the same: lower-casing turns K (U+212A) into k, and some are invisible.
 */
export const asciiPattern = /^[ -~]*$/;

/** Why a text without surrounding spaces is no email address; null if it is one. */
export const emailError = (email: string): "email" | "email_ascii" | null => {
  if (!asciiPattern.test(email)) return "email_ascii";
  return email.length <= maxEmailLength && emailPattern.test(email) ? null : "email";
};

/** Lower-cases A to Z alone, so that no other character becomes one of them. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** Whether two addresses are the same; their case does not count. */
export const isSameEmail = (one: string, other: string): boolean => lowerAscii(one) === lowerAscii(other);

export const usernamePattern = /^[A-Za-z0-9_]{3,60}$/;
/** At least two alphabetic characters of any script, with spaces, apostrophes and hyphens between. */
export const namePattern = /^(?=(?:.*\p{L}){2})[\p{L}\p{M}' ’-]{2,60}$/u;
/** maximum length of street and number, by the space on a parcel label */
export const maxAddressLength = 300;
export const zipPattern = /^\d{5,6}$/;

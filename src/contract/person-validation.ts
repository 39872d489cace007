/** Without what people and programs put between the digits: spaces, dots, dashes, brackets, invisible characters. */
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

/** Lenient rule of the checkout form; it only chooses the error message. */
export const looksLikePhone = (typed: string): boolean => /^(?:0|\+84)\d{9,10}$/.test(compactPhone(typed));

/** Rejects characters with a meaning in email headers, and a comma copied from an address list. */
export const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/;
export const usernamePattern = /^[A-Za-z0-9_]{3,60}$/;
/** At least two alphabetic characters of any script, with spaces, apostrophes and hyphens between. */
export const namePattern = /^(?=(?:.*\p{L}){2})[\p{L}\p{M}' ’-]{2,60}$/u;
/** maximum length of street and number, by the space on a parcel label */
export const maxAddressLength = 300;
export const zipPattern = /^\d{5,6}$/;

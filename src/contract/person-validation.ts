/** The server's one phone rule: 0, 84 or +84, a mobile prefix, eight digits; spaces, dots and dashes are dropped first. Null if it is none. */
export const toE164 = (typed: string): string | null => {
  const found = /^(?:0|\+?84)([35789]\d{8})$/.exec(typed.replace(/[\s.-]/g, ""));
  return found ? `+84${found[1]}` : null;
};

/** `0…`, as Vietnamese shoppers and the carrier write a stored `+84…` phone. */
export const toLocalPhone = (e164: string): string => e164.replace(/^\+84/, "0");

/** The checkout form's looser rule; it only decides which sentence is shown. */
export const looksLikePhone = (typed: string): boolean => /^(?:0|\+84)\d{9,10}$/.test(typed.replace(/[\s.-]/g, ""));

/** No sign that a letter's head gives a meaning of its own, and no comma that came along from a list. */
export const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/;
export const usernamePattern = /^[A-Za-z0-9_]{3,60}$/;
/** Two letters at least, of any script, with spaces, apostrophes and hyphens between. */
export const namePattern = /^(?=(?:.*\p{L}){2})[\p{L}\p{M}' ’-]{2,60}$/u;
/** letters of a street and number: a parcel's label has room for no more */
export const longestAddress = 300;
export const zipPattern = /^\d{5,6}$/;

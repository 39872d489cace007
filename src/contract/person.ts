import { z } from "zod";

/** The server's one phone rule: 0, 84 or +84, a mobile prefix, eight digits; separators are dropped first. Null if it is none. */
export const toE164 = (typed: string): string | null => {
  const found = /^(?:0|\+?84)([35789]\d{8})$/.exec(typed.replace(/[\s.\-()]/g, ""));
  return found ? `+84${found[1]}` : null;
};

/** `0…`, as Vietnamese shoppers and the carrier write a stored `+84…` phone. */
export const toLocalPhone = (e164: string): string => e164.replace(/^\+84/, "0");

/** The checkout form's looser rule; it only decides which sentence is shown. */
export const looksLikePhone = (typed: string): boolean => /^(?:0|\+84)\d{9,10}$/.test(typed.replace(/[\s.-]/g, ""));

export const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
export const usernamePattern = /^[A-Za-z0-9_]{3,60}$/;
/** Two letters at least, of any script, with spaces, apostrophes and hyphens between. */
export const namePattern = /^(?=(?:.*\p{L}){2})[\p{L}\p{M}' ’-]{2,60}$/u;
export const zipPattern = /^\d{5,6}$/;

export const Email = z.string().trim().max(254).regex(emailPattern);
export const Username = z.string().regex(usernamePattern);
export const PersonName = z.string().trim().regex(namePattern);
export const Password = z.string().min(8).max(200);
export const Zip = z.string().trim().regex(zipPattern);
/** Any spelling the phone rule takes; parses to `+84…`. */
export const Phone = z.string().transform((typed, context) => {
  const phone = toE164(typed);
  if (phone) return phone;
  context.addIssue({ code: "custom", message: "vn_phone" });
  return z.NEVER;
});

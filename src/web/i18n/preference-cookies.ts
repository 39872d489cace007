import { type currencyCookie, type languageCookie, preferenceMaxAgeSeconds } from "#contract/language.ts";

/** A `Set-Cookie` value, also for `document.cookie`: readable by script, valid for one year on the whole site. */
export const preferenceCookie = (name: typeof languageCookie | typeof currencyCookie, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=${preferenceMaxAgeSeconds}; SameSite=Lax`;

/** The value of a cookie in a `Cookie` header or `document.cookie`. */
export const cookieValue = (cookies: string | null, name: string): string | null => {
  for (const pair of (cookies ?? "").split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
};

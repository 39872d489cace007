import { type MiddlewareFunction, redirect } from "react-router";
import { defaultLanguage, languageCookie } from "#contract/language.ts";
import { cookieValue } from "./preference-cookies.ts";

/**
 * `?lang=en` shows one page view in English and leaves the cookie alone. Links from there carry the parameter on, since
 * the server would otherwise use the cookie's language.
 */
export const preserveLanguage: MiddlewareFunction = ({ request }, next) => {
  const address = new URL(request.url);
  const preserved = inPageLanguage(address);
  if (!preserved) return next();
  throw redirect(preserved);
};

/** The path with the page's language as a parameter; null if it needs none. */
function inPageLanguage(address: URL): string | null {
  const pageLanguage = document.documentElement.lang;
  const preferred = cookieValue(document.cookie, languageCookie) ?? defaultLanguage;
  if (pageLanguage === preferred || address.searchParams.has("lang")) return null;
  const { pathname, searchParams, hash } = address;
  return `${pathname}?${new URLSearchParams([...searchParams, ["lang", pageLanguage]])}${hash}`;
}

/** This path in the page's language, for a navigation that loads it in full. */
export const pathInPageLanguage = (path: string): string => inPageLanguage(new URL(path, location.origin)) ?? path;

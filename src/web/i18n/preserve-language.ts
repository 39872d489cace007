import { type MiddlewareFunction, redirect } from "react-router";
import { defaultLanguage, languageCookie } from "#contract/language.ts";
import { cookieValue } from "./preference-cookies.ts";

/**
 * `?lang=en` shows one page view in English and leaves the cookie alone. Links from there carry the parameter on, since
 * the server would otherwise use the cookie's language.
 */
export const preserveLanguage: MiddlewareFunction = ({ request }, next) => {
  const pageLanguage = document.documentElement.lang;
  const preferred = cookieValue(document.cookie, languageCookie) ?? defaultLanguage;
  const address = new URL(request.url);
  if (pageLanguage === preferred || address.searchParams.has("lang")) return next();
  address.searchParams.set("lang", pageLanguage);
  throw redirect(address.pathname + address.search + address.hash);
};

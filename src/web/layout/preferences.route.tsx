import { redirect } from "react-router";
import { currencyCookie, isLanguage, languageCookie } from "#contract/language.ts";
import { isCurrencyCode } from "#contract/money.ts";
import { preferenceCookie } from "#web/i18n/preference-cookies.ts";
import type { Route } from "./+types/preferences.route.ts";
import { sameSitePath } from "#web/navigation/auth-modal.ts";

/** Handles the language and currency forms before hydration; afterwards the page sets the cookies itself. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const form = await request.formData();
  const headers = new Headers();
  const language = form.get("lang");
  if (isLanguage(language)) headers.append("set-cookie", preferenceCookie(languageCookie, language));
  const currency = form.get("currency");
  if (isCurrencyCode(currency)) headers.append("set-cookie", preferenceCookie(currencyCookie, currency));
  const back = new URL(sameSitePath(String(form.get("back"))) ?? "/", "http://shop");
  if (isLanguage(language)) back.searchParams.delete("lang");
  return redirect(back.pathname + back.search, { status: 303, headers });
}

export const loader = () => redirect("/");

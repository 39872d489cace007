import { redirect } from "react-router";
import { currencyCookie, Language, languageCookie } from "#contract/language.ts";
import { CurrencyCode } from "#contract/money.ts";
import { preferenceCookie } from "#web/i18n/preferences.ts";
import type { Route } from "./+types/preferences.route.ts";
import { sameSitePath } from "./auth-modal.ts";

/** Takes the language and currency forms before the scripts are there; afterwards the page sets the cookies itself. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const form = await request.formData();
  const headers = new Headers();
  const language = Language.safeParse(form.get("lang"));
  if (language.success) headers.append("set-cookie", preferenceCookie(languageCookie, language.data));
  const currency = CurrencyCode.safeParse(form.get("currency"));
  if (currency.success) headers.append("set-cookie", preferenceCookie(currencyCookie, currency.data));
  const back = new URL(sameSitePath(String(form.get("back"))) ?? "/", "http://shop");
  if (language.success) back.searchParams.delete("lang");
  return redirect(back.pathname + back.search, { status: 303, headers });
}

export const loader = () => redirect("/");

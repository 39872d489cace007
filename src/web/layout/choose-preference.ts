import { currencyCookie, type Language, languageCookie } from "#contract/language.ts";
import type { CurrencyCode } from "#contract/money.ts";
import { preferenceCookie } from "#web/i18n/preference-cookies.ts";
import { forgetKeptPages } from "#web/offline/page-cache.ts";

/**
 * Keeps the choice and shows this page again in it, at the same place: the history entry stays, so that the scroll
 * position is restored. A `?lang=` in the address would win over the cookie, so a language choice takes it out.
 */
export function choosePreference(choice: { lang: Language } | { currency: CurrencyCode }): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the shop serves
  document.cookie =
    "lang" in choice
      ? preferenceCookie(languageCookie, choice.lang)
      : preferenceCookie(currencyCookie, choice.currency);
  const address = new URL(location.href);
  if ("lang" in choice) address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  // what was kept for without a connection is in the language and currency of before
  void forgetKeptPages().finally(() => location.reload());
}

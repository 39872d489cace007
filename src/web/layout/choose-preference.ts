import { currencyCookie, type Language, languageCookie } from "#contract/language.ts";
import type { CurrencyCode } from "#contract/money.ts";
import { preferenceCookie } from "#web/i18n/preference-cookies.ts";
import { closeOverlay } from "#web/navigation/overlay.ts";
import { clearPageCache } from "#web/offline/page-cache.ts";

/**
 * Stores the choice and reloads this page in it: the history entry stays, so that the scroll position is restored. A
 * `?lang=` in the address would override the cookie, so a language choice removes it.
 */
export async function choosePreference(choice: { lang: Language } | { currency: CurrencyCode }): Promise<void> {
  await closeOverlay();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the shop serves
  document.cookie =
    "lang" in choice
      ? preferenceCookie(languageCookie, choice.lang)
      : preferenceCookie(currencyCookie, choice.currency);
  const address = new URL(location.href);
  if ("lang" in choice) address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  // cached offline pages are in the previous language and currency
  await clearPageCache().finally(() => location.reload());
}

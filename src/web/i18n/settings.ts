import { useRouteLoaderData } from "react-router";
import type { PageSettings } from "#contract/page-context.ts";
import { defaultLanguage, type Language } from "#contract/language.ts";
import { bundledCurrencies, defaultCurrency } from "#contract/money.ts";

/** Used when even the root loader failed: enough to show an error page. */
const fallback: PageSettings = {
  lang: defaultLanguage,
  currency: defaultCurrency,
  currencies: bundledCurrencies,
  paymentMethods: [],
  registrationLink: null,
  replyTo: null,
  storefrontKey: "",
  publicUrl: "",
};

export const useSettings = (): PageSettings => (useRouteLoaderData("root") as PageSettings | undefined) ?? fallback;

/** The language of this page view. */
export const useLanguage = (): Language => useSettings().lang;

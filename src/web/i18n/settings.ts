import { useRouteLoaderData } from "react-router";
import { defaultLanguage, type Language } from "#contract/language.ts";
import { bundledCurrencies, type Currency, type CurrencyCode, defaultCurrency } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";

/** What the page was rendered with: the root loader's data, the same for every visitor of one language and currency. */
export interface PageSettings {
  lang: Language;
  currency: CurrencyCode;
  currencies: readonly Currency[];
  paymentMethods: readonly PaymentMethod[];
  /** link of the business registration badge; null for no badge */
  registrationLink: string | null;
  /** contact address; null for the one in the texts */
  replyTo: string | null;
  storefrontKey: string;
  /** scheme and host of the shop, without a slash at the end */
  publicUrl: string;
}

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

import { useRouteLoaderData } from "react-router";
import { defaultLanguage, type Language } from "#contract/language.ts";
import { bundledCurrencies, type Currency, type CurrencyCode, defaultCurrency } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/order.ts";

/** What the page was rendered with: the root loader's answer, the same for every visitor of one language and currency. */
export interface PageSettings {
  lang: Language;
  currency: CurrencyCode;
  currencies: readonly Currency[];
  paymentMethods: readonly PaymentMethod[];
  /** where the badge of registration leads; null for no badge */
  registrationLink: string | null;
  /** where readers write to; null for the address of the texts */
  replyTo: string | null;
  storefrontKey: string;
  /** scheme and host of the shop, without a slash at the end */
  publicUrl: string;
}

/** Where even the root loader failed: enough to show an error page. */
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

/** The language that this page view is in. */
export const useLanguage = (): Language => useSettings().lang;

import type { StoreClient } from "./client.ts";
import type { Language } from "./language.ts";
import type { Currency, CurrencyCode } from "./money.ts";
import type { PaymentMethod } from "./payment-methods/index.ts";

/** What a page is rendered with: the same for every visitor of one language and currency. */
export interface PageSettings {
  lang: Language;
  currency: CurrencyCode;
  currencies: readonly Currency[];
  paymentMethods: readonly PaymentMethod[];
  /** link of the business registration badge; null for no badge */
  registrationLink: string | null;
  /** visitors may order without an account; absent if not */
  guestCheckout?: true;
  /** orders that were placed without an account are looked up; absent if not */
  orderLookup?: true;
  /** addresses are searched by old and new names; absent for the three selects */
  addressSearch?: true;
  /** contact address; null for the one in the texts */
  replyTo: string | null;
  /** `ck_…:cs_…`, publishable */
  storefrontKey: string;
  /** scheme and host, without a slash at the end */
  publicUrl: string;
}

/**
 * What the storefront's host gives to the loaders of one page request. Public loaders read only `store`, `lang` and
 * `currency`: their HTML is shared.
 */
export interface PageContext extends PageSettings {
  /** calls the store in process, in the page's language; with the visitor's cookie on private pages */
  store: StoreClient;
  /** codes can be sent to phones; absent if not */
  phoneCodes?: true;
  /** whether one can be sent now: only then a guest's order needs no email */
  canSendCodes(): Promise<boolean>;
  url: URL;
  cookie: string | null;
  /** logs an error of the rendering in the server's log */
  logError(error: unknown): void;
}

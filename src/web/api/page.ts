import { createContext, data, type RouterContextProvider } from "react-router";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import type { Language } from "#contract/language.ts";
import type { Currency, CurrencyCode } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";

/**
 * The server's data for one page request. Public loaders read only `store`, `lang` and `currency`: their HTML is
 * shared.
 */
export interface PageRequest {
  /** calls the store in process, in the page's language; with the visitor's cookie on private pages */
  store: StoreClient;
  lang: Language;
  currency: CurrencyCode;
  currencies: Currency[];
  paymentMethods: PaymentMethod[];
  /** link of the business registration badge; null for no badge */
  registrationLink: string | null;
  /** contact address; null for the one in the texts */
  replyTo: string | null;
  /** `ck_…:cs_…`, publishable */
  storefrontKey: string;
  /** scheme and host, without a slash at the end */
  publicUrl: string;
  url: URL;
  cookie: string | null;
}

export const pageContext = createContext<PageRequest>();

/** In a loader: `const { store, lang } = page(context)`. */
export const page = (context: Readonly<RouterContextProvider>): PageRequest => context.get(pageContext);

/** Ends a loader with the not-found page, status 404. */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/**
 * The data of a result that the page cannot do without.
 * @throws a 404 response for what does not exist; 503 for any other failure, which shows the error page with a retry
 */
export function dataOrThrow<T>(result: StoreResult<T>): T {
  if (result.ok) return result.data;
  if (result.status === 404) notFound();
  throw data(result.problem, { status: 503, headers: { "retry-after": "5" } });
}

/** The data of a result that the page can do without. */
export const dataOrNull = <T>(result: StoreResult<T>): T | null => (result.ok ? result.data : null);

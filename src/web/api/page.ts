import { createContext, data, type RouterContextProvider } from "react-router";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import type { Language } from "#contract/language.ts";
import type { Currency, CurrencyCode } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/order.ts";

/** What the server knows of one request for a page. Public loaders read `store`, `lang` and `currency` alone: their HTML is shared. */
export interface PageRequest {
  /** calls the store inside the process, in the page's language; with the visitor's cookie on private pages */
  store: StoreClient;
  lang: Language;
  currency: CurrencyCode;
  currencies: Currency[];
  paymentMethods: PaymentMethod[];
  /** where the badge of registration leads; null for no badge */
  registrationLink: string | null;
  /** where readers write to; null for the address of the texts */
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
 * The data of an answer that the page cannot do without.
 * @throws 404 for what does not exist; 503 for any other failure, which shows the error page with a retry
 */
export function need<T>(answer: StoreResult<T>): T {
  if (answer.ok) return answer.data;
  if (answer.status === 404) notFound();
  throw data(answer.problem, { status: 503, headers: { "retry-after": "5" } });
}

/** The data of an answer that the page can do without. */
export const wish = <T>(answer: StoreResult<T>): T | null => (answer.ok ? answer.data : null);

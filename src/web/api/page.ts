import { createContext, data, type HeadersFunction, type RouterContextProvider } from "react-router";
import type { StoreResult } from "#contract/client.ts";
import type { PageContext } from "#contract/page-context.ts";

export const pageContext = createContext<PageContext>();

/** In a loader: `const { store, lang } = page(context)`. */
export const page = (context: Readonly<RouterContextProvider>): PageContext => context.get(pageContext);

/** Ends a loader with the not-found page, status 404. */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/** Headers of a page that could not be loaded: when to retry. */
export const retryHeaders = ({ retryAfter = "5" }: Extract<StoreResult<unknown>, { ok: false }>) => ({
  "retry-after": retryAfter,
});

/** For pages and layouts: the headers of the loader, or of the error that is shown instead of the page. */
export const passHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders, parentHeaders }) => {
  const headers = new Headers(parentHeaders);
  for (const source of [loaderHeaders, errorHeaders]) {
    const retryAfter = source?.get("retry-after");
    if (retryAfter) headers.set("retry-after", retryAfter);
  }
  return headers;
};

/**
 * The data of a result that the page cannot do without.
 * @throws a 404 response for what does not exist; 429 over a rate limit, and 503 for any other failure, which show the error
 *   page with a retry
 */
export function dataOrThrow<T>(result: StoreResult<T>): T {
  if (result.ok) return result.data;
  if (result.status === 404) notFound();
  throw data(result.problem, { status: result.status === 429 ? 429 : 503, headers: retryHeaders(result) });
}

/** The data of a result that the page can do without. */
export const dataOrNull = <T>(result: StoreResult<T>): T | null => (result.ok ? result.data : null);

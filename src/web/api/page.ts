import { createContext, data, type RouterContextProvider } from "react-router";
import type { StoreResult } from "#contract/client.ts";
import type { PageContext } from "#contract/page-context.ts";

export const pageContext = createContext<PageContext>();

/** In a loader: `const { store, lang } = page(context)`. */
export const page = (context: Readonly<RouterContextProvider>): PageContext => context.get(pageContext);

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

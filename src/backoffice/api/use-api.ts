import { hashKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type OwnerOrder, storeRead } from "./offline/stored-reads.ts";
import type { Language } from "#contract/language.ts";
import { currentLanguage, useLanguage } from "#backoffice/i18n/texts.ts";
import { type ApiData, type ApiInput, type ApiName, type ApiResponse, call } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { sessionStore } from "./session-store.ts";

/** The endpoints that a screen reads. */
type ReadName = Extract<ApiName, `GET ${string}`>;

interface ReadOptions<T> {
  /** interval between reads while the page is visible, or a function of the last response; false: no further read */
  everyMs?: number | ((data: T | undefined) => number | false);
  enabled?: boolean;
  /** the order that the response is about: it is stored for offline use as long as the order is in progress */
  ofOrder?: OwnerOrder;
}

/** Whether two keys differ in nothing but the language. */
const isSameRead = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  hashKey(one.slice(0, 2)) === hashKey(other.slice(0, 2));

/** The key and the request of a read. */
function queryOf<const N extends ReadName>(
  name: N,
  input: ApiInput<N>,
  { language, ofOrder }: { language: Language; ofOrder?: OwnerOrder | undefined },
) {
  const queryKey = [name, input, language];
  const queryFn = async (): Promise<ApiResponse<ApiData<N>>> => {
    const response = await call(name, { ...input, known: queryClient.getQueryData(queryKey) });
    const session = sessionStore.get();
    if (session) storeRead(session.staff.id, name, queryKey, { response, owner: ofOrder });
    return response;
  };
  return { queryKey, queryFn };
}

/** Requests what a screen will read, before the screen is rendered. */
export const prefetch = <const N extends ReadName>(name: N, input: ApiInput<N>): Promise<void> =>
  queryClient.prefetchQuery(queryOf(name, input, { language: currentLanguage() }));

/** Reads an endpoint, in the language of the page. While it is read again, an unchanged response costs a 304. */
export function useApi<const N extends ReadName>(
  name: N,
  input: ApiInput<N>,
  { everyMs, enabled = true, ofOrder }: ReadOptions<ApiData<N>> = {},
): UseQueryResult<ApiResponse<ApiData<N>>> {
  const { queryKey, queryFn } = queryOf(name, input, { language: useLanguage(), ofOrder });
  return useQuery<ApiResponse<ApiData<N>>>({
    queryKey,
    queryFn,
    enabled,
    // another language keeps the screen, and what is typed in it, until the texts in that language arrive
    placeholderData: (previous, query) => (query && isSameRead(query.queryKey, queryKey) ? previous : undefined),
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval: typeof everyMs === "number" ? everyMs : ({ state }) => everyMs(state.data?.data),
          refetchOnWindowFocus: "always",
        }),
  });
}

/** Reads an endpoint again, on every part of the screen, with every input. */
export const invalidate = (...names: readonly ReadName[]): Promise<unknown> =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useLanguage } from "#backoffice/i18n/texts.ts";
import { storeRead } from "#backoffice/device/offline/stored-reads.ts";
import { type ApiData, type ApiInput, type ApiName, type ApiResponse, call } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { sessionStore } from "./session-store.ts";

/** The endpoints that a screen reads. */
type ReadName = Extract<ApiName, `GET ${string}`>;

interface ReadOptions {
  /** reads again so often while the page is visible */
  everyMs?: number;
  enabled?: boolean;
}

/** Reads an endpoint, in the language of the page. While it is read again, an unchanged response costs a 304. */
export function useApi<const N extends ReadName>(
  name: N,
  input: ApiInput<N>,
  { everyMs, enabled = true }: ReadOptions = {},
): UseQueryResult<ApiResponse<ApiData<N>>> {
  const queryKey = [name, input, useLanguage()];
  return useQuery<ApiResponse<ApiData<N>>>({
    queryKey,
    queryFn: async () => {
      const response = await call(name, { ...input, known: queryClient.getQueryData(queryKey) });
      const session = sessionStore.get();
      if (session) storeRead(session.staff.id, name, queryKey, response);
      return response;
    },
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs, refetchOnWindowFocus: "always" }),
  });
}

/** Reads an endpoint again, on every part of the screen, with every input. */
export const invalidate = (...names: readonly ReadName[]): Promise<unknown> =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ProductCard } from "#contract/catalog.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { useOnline } from "#design/use-online.ts";

const pauseMs = 500;

export interface Suggestions {
  /** the typed keyword; "" without one */
  keyword: string;
  /** results for exactly this keyword; empty while they load */
  products: readonly ProductCard[];
  /** total number of results */
  total: number;
  loading: boolean;
  failed: boolean;
  /** there are no results because the browser is offline; they load by themselves when it is online */
  offline: boolean;
  retry: () => void;
}

/**
 * Products for the typed keyword, fetched after typing has paused for half a second. Results are cached per keyword, so
 * that a slow response for an older keyword never replaces the newest.
 * @param atOnce fetches without the pause
 */
export function useSuggestions(typed: string, limit: number, atOnce: boolean): Suggestions {
  const keyword = typed.trim();
  const online = useOnline();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyword), pauseMs);
    return () => clearTimeout(timer);
  }, [keyword]);
  const wanted = keyword !== "" && (atOnce || settled === keyword);
  const { data, isError, refetch } = useQuery({
    queryKey: ["suggestions", keyword, limit],
    queryFn: () => unwrap(getApiClient().search({ keyword, limit })),
    enabled: wanted,
  });
  return {
    keyword,
    products: data?.products ?? [],
    total: data?.pagination.total ?? 0,
    loading: keyword !== "" && !data && !isError,
    failed: isError && !data,
    offline: keyword !== "" && !data && !online,
    retry: () => void refetch(),
  };
}

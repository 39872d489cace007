import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ProductCard } from "#contract/catalog.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";

const pauseMs = 500;

export interface Suggestions {
  /** the keyword of the list; "" without one */
  keyword: string;
  products: readonly ProductCard[];
  /** total number of results */
  total: number;
  loading: boolean;
  failed: boolean;
}

/**
 * Products for the typed keyword, fetched after typing has paused for half a second. Results are cached per keyword, so
 * that a slow response for an older keyword never replaces the newest.
 * @param atOnce fetches without the pause
 */
export function useSuggestions(typed: string, limit: number, atOnce: boolean): Suggestions {
  const trimmed = typed.trim();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(trimmed), pauseMs);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const keyword = atOnce || trimmed === "" ? trimmed : settled;
  const query = useQuery({
    queryKey: ["suggestions", keyword, limit],
    queryFn: () => unwrap(getApiClient().search({ keyword, limit })),
    enabled: keyword !== "",
    placeholderData: keepPreviousData,
  });
  return {
    keyword,
    products: keyword === "" ? [] : (query.data?.products ?? []),
    total: query.data?.pagination.total ?? 0,
    loading: keyword !== "" && (query.isPending || query.isPlaceholderData),
    failed: query.isError,
  };
}

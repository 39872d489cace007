import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ProductCard } from "#contract/catalog.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";

const pauseMs = 500;

export interface Suggestions {
  /** what the list below is about; "" while nothing is asked */
  keyword: string;
  products: readonly ProductCard[];
  /** how many there are in all */
  total: number;
  loading: boolean;
  failed: boolean;
}

/**
 * Products for what is being typed, asked for once typing has paused for half a second. Each keyword has its own answer,
 * so that a slow one for an older keyword never takes the place of the newest.
 * @param atOnce asks without the pause
 */
export function useSuggestions(typed: string, limit: number, atOnce: boolean): Suggestions {
  const wanted = typed.trim();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const keyword = atOnce || wanted === "" ? wanted : settled;
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

import { filterPairs, type ListingFilter, readFilter } from "./listing-filter.ts";

/** What is looked for, and in which order it is shown: the best answers first, or as the shopper wants it. */
export interface Search {
  keyword: string;
  sort: ListingFilter["sort"];
}

const longestKeyword = 200;

/** The search of `/search?keyword=&orderby&order`; its keyword is "" when there is none. */
export const readSearch = (address: URLSearchParams): Search => ({
  keyword: (address.get("keyword") ?? "").trim().slice(0, longestKeyword),
  sort: readFilter(address).sort,
});

/** A search as a list's filter: sorted, and narrowed by nothing but its keyword. */
export const filterOf = ({ sort }: Pick<Search, "sort">): ListingFilter => ({ sort, types: null, gemstone: null });

/** Address of the results page. */
export function searchPath(keyword: string, sort: Search["sort"] = null, page = 1): string {
  const last: [string, string][] = page > 1 ? [["page", String(page)]] : [];
  return `/search?${new URLSearchParams([["keyword", keyword], ...filterPairs(filterOf({ sort })), ...last])}`;
}

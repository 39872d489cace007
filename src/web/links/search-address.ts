import { filterPairs, type ListingFilter, readFilter } from "./listing-filter.ts";

/** A search keyword and its order: null is by relevance. */
export interface ProductSearch {
  keyword: string;
  sort: ListingFilter["sort"];
}

const maxKeywordLength = 200;

/** The search of `/search?keyword=&orderby&order`; its keyword is "" when there is none. */
export const readSearch = (address: URLSearchParams): ProductSearch => ({
  keyword: (address.get("keyword") ?? "").trim().slice(0, maxKeywordLength),
  sort: readFilter(address).sort,
});

/** A search as a listing filter: its sort, without other filters. */
export const filterOf = ({ sort }: Pick<ProductSearch, "sort">): ListingFilter => ({
  sort,
  types: null,
  gemstone: null,
});

/** Path of the results page. */
export function searchPath(keyword: string, sort: ProductSearch["sort"] = null, page = 1): string {
  const last: [string, string][] = page > 1 ? [["page", String(page)]] : [];
  return `/search?${new URLSearchParams([["keyword", keyword], ...filterPairs(filterOf({ sort })), ...last])}`;
}

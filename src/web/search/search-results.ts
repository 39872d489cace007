import type { ProductList } from "#contract/catalog.ts";
import type { Answer, StoreClient } from "#contract/client.ts";
import { getStore } from "#web/api/browser-store.ts";
import { keptAnswer } from "#web/catalog/kept-answer.ts";

export const resultsPerPage = 24;

/** One page of results. */
export const searchPage = (store: StoreClient, keyword: string, page: number): Promise<Answer<ProductList>> =>
  store.search({ keyword, page, limit: resultsPerPage });

/** The same in the browser, kept for a minute. */
export const keptSearchPage = (keyword: string, page: number): Promise<Answer<ProductList>> =>
  keptAnswer(["search", keyword, page], () => searchPage(getStore(), keyword, page));

const longestKeyword = 200;

/** The keyword of `/search?keyword=`, "" when there is none. */
export const readKeyword = (search: URLSearchParams): string =>
  (search.get("keyword") ?? "").trim().slice(0, longestKeyword);

/** Address of the results page. */
export const searchPath = (keyword: string, page = 1): string =>
  `/search?${new URLSearchParams({ keyword, ...(page > 1 ? { page: String(page) } : {}) })}`;

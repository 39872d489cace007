import type { ProductList } from "#contract/catalog.ts";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { cachedQuery } from "#web/api/cached-query.ts";
import type { ProductSearch } from "#web/links/search-address.ts";

export const resultsPerPage = 24;

/** One page of results. */
export const searchPage = (
  store: StoreClient,
  { keyword, sort }: ProductSearch,
  page: number,
): Promise<StoreResult<ProductList>> =>
  store.search({
    ...{ keyword, page, limit: resultsPerPage },
    ...(sort ? { orderby: sort.field, order: sort.direction } : {}),
  });

/** The same in the browser, cached for a minute. */
export const cachedSearchPage = (search: ProductSearch, page: number): Promise<StoreResult<ProductList>> =>
  cachedQuery(["search", search, page], () => searchPage(getApiClient(), search, page));

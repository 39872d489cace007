import { call } from "../endpoint.ts";
import { ProductList, SearchQuery } from "../catalog.ts";

export const searchCalls = {
  search: call({
    method: "GET",
    path: "/wp-json/custom-search/v1/products",
    access: "anyone",
    tag: "Search",
    summary: "Find products by their names; marks and case do not matter, and one slip in a longer word is forgiven",
    query: SearchQuery,
    response: ProductList,
    limit: "searchByAddress",
  }),
};

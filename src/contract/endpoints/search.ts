import { defineEndpoint } from "../endpoint.ts";
import { ProductList, SearchQuery } from "../catalog.ts";

export const searchEndpoints = {
  search: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom-search/v1/products",
    access: "anyone",
    tag: "Search",
    priority: "cached",
    summary: "Search products by name; ignores diacritics and case, and tolerates one typo in longer words",
    query: SearchQuery,
    response: ProductList,
    limit: "searchByAddress",
  }),
};

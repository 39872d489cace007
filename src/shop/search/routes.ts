import type { FastifyPluginAsync } from "fastify";
import { searchEndpoints } from "#contract/endpoints/search.ts";
import { cardList, cardParts, paginationOf } from "#shop/catalog/index.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Search } from "./find-products.ts";
import { openFinder } from "./cached-search.ts";

/** Suggestions while the shopper types, and the pages behind "see all". */
export const searchRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const find = openFinder(shop);
    registerEndpoint(
      app,
      shop,
      searchEndpoints.search,
      ({ request, reply, query: { keyword, limit, page, lang, orderby, order } }) => {
        const sort = orderby && { by: orderby, descending: order.toLowerCase() === "desc" };
        const search: Search = { keyword: tidied(keyword), lang, page, perPage: limit, sort };
        return shop.cache.sendCached(request, reply, `search:${JSON.stringify(search)}`, async () => {
          const { products, total } = await find(search);
          const cards = await cardParts(shop.reads, shop.cache.fragments, products, lang);
          const list = cardList({ cards, pagination: paginationOf(total, page, limit) });
          return cacheableJson(list, ["products", "sales", ...products.map(({ id }) => `product:${id}`)]);
        });
      },
    );
  };

/** Normalizes a keyword for the cache; spellings that differ only in this always have the same results. */
const tidied = (keyword: string): string => keyword.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();

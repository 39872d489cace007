import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { listEndpoints } from "#contract/endpoints/catalog.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { cardList } from "./product-card-fragments.ts";
import { type CardPage, type CategoryPage, categoryPage, openPageFinder } from "./category-list.ts";

/** The storefront's two lists of a category: plain, and sorted or filtered. */
export const listRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const sources = { reader: shop.reads, parts: shop.cache.fragments, finder: openPageFinder(shop.reads) };
    const send = (request: FastifyRequest, reply: FastifyReply, query: CategoryPage) => {
      const lang = languageOf(request);
      return shop.cache.sendCached(request, reply, `category-list:${JSON.stringify(query)}`, async () => {
        const list = await categoryPage(sources, query);
        if (!list) throw notFoundIn(lang);
        return cacheableJson(cardList(list), tagsOf(query, list));
      });
    };

    registerEndpoint(
      app,
      shop,
      listEndpoints.categoryList,
      ({ request, reply, query: { per_page: perPage, ...query } }) => send(request, reply, { ...query, perPage }),
    );

    registerEndpoint(app, shop, listEndpoints.filteredList, ({ request, reply, query }) => {
      const { category_slug: slug, orderby, order, types: type, gemstone, page, per_page: perPage, lang } = query;
      const descending = orderby !== undefined && order.toLowerCase() === "desc";
      return send(request, reply, { slug, orderby, descending, type, gemstone, page, perPage, lang });
    });
  };

const tagsOf = ({ slug, orderby }: CategoryPage, { ids }: CardPage): string[] => [
  `category:${slug}`,
  ...(orderby === "popularity" ? ["sales"] : []),
  ...ids.map((id) => `product:${id}`),
];

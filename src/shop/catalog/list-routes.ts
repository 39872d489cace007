import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { CategoryListQuery, FilteredListQuery, type ProductList } from "#contract/catalog.ts";
import { cacheableJson } from "../kernel/cacheable-json.ts";
import { notFound, parse } from "../kernel/problems.ts";
import type { Shop } from "../kernel/shop.ts";
import { type CategoryPage, categoryPage } from "./category-list.ts";

/** The storefront's two lists of a category: plain, and sorted or filtered. */
export const listRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const send = (request: FastifyRequest, reply: FastifyReply, asked: CategoryPage) =>
      shop.cache.send(request, reply, `category-list:${JSON.stringify(asked)}`, async () => {
        const list = await categoryPage(shop.db, asked);
        if (!list) throw notFound(request);
        return cacheableJson(list, tagsOf(asked, list));
      });

    app.get("/wp-json/product-category/v1/list", (request, reply) => {
      const { per_page: perPage, ...query } = parse(request, CategoryListQuery, request.query);
      return send(request, reply, { ...query, perPage });
    });

    app.get("/wp-json/custom/v1/products", (request, reply) => {
      const query = parse(request, FilteredListQuery, blanksLeftOut(request.query));
      const { category_slug: slug, orderby, order, types: type, gemstone, page, per_page: perPage, lang } = query;
      const descending = orderby !== undefined && order.toLowerCase() === "desc";
      return send(request, reply, { slug, orderby, descending, type, gemstone, page, perPage, lang });
    });
  };

/** `orderby=&types=` is how a form says that nothing is chosen. */
const blanksLeftOut = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ""));

const tagsOf = ({ slug, orderby }: CategoryPage, { products }: ProductList): string[] => [
  `category:${slug}`,
  ...(orderby === "popularity" ? ["sales"] : []),
  ...products.map(({ id }) => `product:${id}`),
];

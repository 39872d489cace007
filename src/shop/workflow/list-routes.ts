import type { FastifyPluginAsync } from "fastify";
import { orderListEndpoints as endpoints } from "#contract/endpoints/backoffice/order-list.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { pagingHeaders } from "#shop/kernel/woo/woo-responses.ts";
import { readFilterOptions } from "./filter-options.ts";
import { listOrderRows } from "./list-orders.ts";
import { readOpenOrders } from "./open-orders.ts";

/** The order list. */
export const listRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.listRows, async ({ request, reply, query, lang }) => {
      const { rows, total } = await listOrderRows(shop.db, query, { lang, now: shop.clock.now() });
      const page = { total, page: query.page, perPage: query.per_page };
      reply.headers(pagingHeaders(request, { origin: shop.config.publicUrl, query, page }));
      return rows;
    });
    registerEndpoint(app, shop, endpoints.openOrders, ({ query, lang, staff }) =>
      readOpenOrders(shop, query, { lang, staff }),
    );
    registerEndpoint(app, shop, endpoints.filterOptions, async ({ lang }) => readFilterOptions(shop.db, lang));
  };

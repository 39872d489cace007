import type { FastifyPluginAsync } from "fastify";
import { stockEndpoints as endpoints } from "#contract/endpoints/backoffice/stock.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { listMovements } from "./list-movements.ts";

/** Stock of the back office. */
export const stockRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.listStockMovements, async ({ query, lang }) =>
      listMovements(shop.db, query, lang),
    );
  };

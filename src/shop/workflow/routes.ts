import type { FastifyPluginAsync } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { bulkRoutes } from "./bulk-routes.ts";
import { actionRoutes } from "./action-routes.ts";
import { todayRoutes } from "./today-routes.ts";

/** What staff members do with orders. */
export const workflowRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    await app.register(todayRoutes(shop));
    await app.register(bulkRoutes(shop));
    await app.register(actionRoutes(shop));
  };

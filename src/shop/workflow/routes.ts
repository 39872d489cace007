import type { FastifyPluginAsync } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { actionRoutes } from "./action-routes.ts";
import { bulkRoutes } from "./bulk-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { detailRoutes } from "./detail-routes.ts";
import { jobRoutes } from "./jobs/job-routes.ts";
import { printRoutes } from "./print/print-routes.ts";
import { todayRoutes } from "./today-routes.ts";
import { viewRoutes } from "./view-routes.ts";

/** What staff members do with orders, and with background jobs. */
export const workflowRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    await app.register(todayRoutes(shop));
    await app.register(jobRoutes(shop));
    await app.register(listRoutes(shop));
    await app.register(viewRoutes(shop));
    await app.register(bulkRoutes(shop));
    await app.register(actionRoutes(shop));
    await app.register(detailRoutes(shop));
    await app.register(printRoutes(shop));
  };

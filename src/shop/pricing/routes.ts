import type { FastifyPluginAsync } from "fastify";
import { priceChangeEndpoints as endpoints } from "#contract/endpoints/backoffice/prices.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { previewPrices, startPriceChange } from "./change-prices.ts";
import { listSkippedPrices, listPriceChanges, undoPriceChange } from "./price-changes.ts";

/** Changes of many prices. */
export const pricingRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.changePrices, async ({ staff, body, lang }) => {
      const costs = staff.permissions.includes("costs.view");
      const context = { staffId: staff.staffId, lang, costs, now: clock.now() };
      if (body.dry_run) return previewPrices(db, body, context);
      return db.transaction((tx) => startPriceChange(tx, body, context));
    });
    registerEndpoint(app, shop, endpoints.listPriceChanges, async ({ query, lang, reply }) => {
      const { entries, total } = await listPriceChanges(db, query, lang);
      reply.header("x-wp-total", total);
      return entries;
    });
    registerEndpoint(app, shop, endpoints.listSkippedPrices, async ({ path, lang }) =>
      listSkippedPrices(db, path.id, lang),
    );
    registerEndpoint(app, shop, endpoints.undoPriceChange, async ({ path, staff, lang }) =>
      db.transaction((tx) => undoPriceChange(tx, path.id, { staffId: staff.staffId, lang, now: clock.now() })),
    );
  };

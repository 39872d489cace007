import type { FastifyPluginAsync } from "fastify";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { returnRoutes } from "./return-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** What gateways call: their webhooks, and the URLs they redirect customers back to. */
export const paymentRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    await app.register(returnRoutes(shop));
    await app.register(webhookRoutes(shop));
  };

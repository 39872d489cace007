import type { FastifyPluginAsync } from "fastify";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { bacsRoutes } from "./bacs-routes.ts";
import type { OpenOrderLink } from "./bank/page-routes.ts";
import { paypalRoutes } from "./paypal-routes.ts";
import { vnpayRoutes } from "./vnpay-routes.ts";

/** What gateways call: their webhooks, and the URLs they redirect customers back to. A further method is added here. */
export const paymentRoutes =
  (shop: AppContextWithGateways, { openOrderLink }: { openOrderLink: OpenOrderLink }): FastifyPluginAsync =>
  async (app) => {
    for (const routesOfMethod of [vnpayRoutes, paypalRoutes]) await app.register(routesOfMethod(shop));
    await app.register(bacsRoutes(shop, openOrderLink));
  };

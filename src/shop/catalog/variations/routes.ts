import type { FastifyPluginAsync } from "fastify";
import { variationWrites } from "#contract/woo/variation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { variationHandlers } from "./variation-handlers.ts";

/** Merchants' writes of a product's variations. */
export const variationWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerWrites(app, shop, variationWrites, variationHandlers(shop));
  };

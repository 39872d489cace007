import type { FastifyPluginAsync } from "fastify";
import { variationWrites } from "#contract/woo/variation.ts";
import type { AppContext } from "../../kernel/shop.ts";
import { serveWrites } from "../../kernel/woo-writes.ts";
import { variationVerbs } from "./variation-verbs.ts";

/** Merchants write the variations of a product. */
export const variationWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    serveWrites(app, shop, variationWrites, variationVerbs(shop));
  };

import type { FastifyPluginAsync } from "fastify";
import type { Shop } from "../kernel/shop.ts";
import { listRoutes } from "./list-routes.ts";
import { productRoutes } from "./woo/product-routes.ts";
import { shelfRoutes } from "./woo/shelf-routes.ts";

/** Everything that is read of the catalogue. */
export const catalogRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    await app.register(listRoutes(shop));
    await app.register(productRoutes(shop));
    await app.register(shelfRoutes(shop));
  };

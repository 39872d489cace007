import type { FastifyPluginAsync } from "fastify";
import type { Shop } from "../kernel/shop.ts";
import { listRoutes } from "./list-routes.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { productRoutes, variationRoutes } from "./woo/product-routes.ts";
import { attributeRoutes, categoryRoutes, termRoutes } from "./woo/shelf-routes.ts";

/** Everything that is read of the catalogue. */
export const catalogRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const parts = [
      listRoutes,
      productRoutes,
      variationRoutes,
      categoryRoutes,
      attributeRoutes,
      termRoutes,
      pictureRoutes,
    ];
    for (const part of parts) await app.register(part(shop));
  };

import type { FastifyPluginAsync } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { listRoutes } from "./list-routes.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { taxonomyWriteRoutes } from "./taxonomies/routes.ts";
import { variationWriteRoutes } from "./woo/variation-routes.ts";
import { productRoutes, variationRoutes } from "./woo/product-routes.ts";
import { productWriteRoutes } from "./woo/product-writes.ts";
import { attributeRoutes, categoryRoutes, tagRoutes, termRoutes } from "./taxonomies/read-routes.ts";

/** All routes of the catalogue: reads, and merchants' writes. */
export const catalogRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const parts = [
      listRoutes,
      productRoutes,
      variationRoutes,
      categoryRoutes,
      attributeRoutes,
      termRoutes,
      pictureRoutes,
      productWriteRoutes,
      tagRoutes,
      taxonomyWriteRoutes,
      variationWriteRoutes,
    ];
    for (const part of parts) await app.register(part(shop));
  };

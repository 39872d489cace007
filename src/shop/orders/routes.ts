import type { FastifyPluginAsync } from "fastify";
import type { Shop } from "#shop/kernel/shop.ts";
import { orderAccountRoutes } from "./account-routes.ts";
import { shippingCostRoutes } from "./shipping-cost.ts";
import { orderNoteRoutes } from "./woo/note-routes.ts";
import { refundRoutes } from "./woo/refund-routes.ts";
import { wooOrderRoutes } from "./woo-routes.ts";

/** Every call about orders: placing them, what they cost to deliver, and what became of them. */
export const orderRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    await app.register(wooOrderRoutes(shop));
    await app.register(orderNoteRoutes(shop));
    await app.register(refundRoutes(shop));
    await app.register(orderAccountRoutes(shop));
    await app.register(shippingCostRoutes(shop));
  };

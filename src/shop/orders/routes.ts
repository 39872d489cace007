import type { FastifyPluginAsync } from "fastify";
import { orderAccountRoutes } from "./account-routes.ts";
import { noticeRoutes } from "./payment-flow/webhook-routes.ts";
import type { AppContextWithGateways } from "./payment-flow/paying-shop.ts";
import { returnRoutes } from "./payment-flow/return-routes.ts";
import { parcelRoutes } from "./fulfilment/routes.ts";
import { shippingCostRoutes } from "./checkout/shipping-cost.ts";
import { orderNoteRoutes } from "./woo/note-routes.ts";
import { refundRoutes } from "./woo/refund-routes.ts";
import { wooOrderRoutes } from "./woo-routes.ts";

/** Every call about orders: placing them, what they cost to deliver, and what became of them. */
export const orderRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    await app.register(wooOrderRoutes(shop));
    await app.register(orderNoteRoutes(shop));
    await app.register(refundRoutes(shop));
    await app.register(orderAccountRoutes(shop));
    await app.register(returnRoutes(shop));
    await app.register(noticeRoutes(shop));
    await app.register(shippingCostRoutes(shop));
    await app.register(parcelRoutes(shop));
  };

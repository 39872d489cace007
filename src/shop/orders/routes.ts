import type { FastifyPluginAsync } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { orderAccountRoutes } from "./account-routes.ts";
import type { SelfServiceOf } from "./order-history.ts";
import { orderEmailRoutes } from "./woo/email-routes.ts";
import { orderNoteRoutes } from "./woo/note-routes.ts";
import { refundRoutes } from "./woo/refund-routes.ts";
import { type OrderDependencies, wooOrderRoutes } from "./woo-routes.ts";

/** `wc/v3/orders` with notes and refunds, and the order pages of a customer's account. */
export const orderRoutes =
  (
    shop: AppContext,
    { selfServiceOf, ...dependencies }: OrderDependencies & { selfServiceOf: SelfServiceOf },
  ): FastifyPluginAsync =>
  async (app) => {
    await app.register(wooOrderRoutes(shop, dependencies));
    await app.register(orderNoteRoutes(shop));
    await app.register(orderEmailRoutes(shop));
    await app.register(refundRoutes(shop));
    await app.register(orderAccountRoutes(shop, selfServiceOf));
  };

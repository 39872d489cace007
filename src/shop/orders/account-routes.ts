import type { FastifyPluginAsync } from "fastify";
import { checkoutEndpoints } from "#contract/endpoints/checkout.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { orderHistory, type SelfServiceOf } from "./order-history.ts";
import { paymentState } from "./payment-state.ts";

/** Endpoints by which a buyer reads their own orders. */
export const orderAccountRoutes =
  (shop: AppContext, selfServiceOf: SelfServiceOf): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, checkoutEndpoints.orderHistory, ({ request, customerId, lang, query }) => {
      if (query.customer_id !== customerId) throw notFound(request);
      return orderHistory(shop, { customerId, page: query.page, lang, selfServiceOf });
    });
    registerEndpoint(
      app,
      shop,
      checkoutEndpoints.paymentState,
      async ({ request, buyer, lang, body: { order_id: orderId } }) => {
        const hasCodes = shop.config.phone !== null;
        const state = await paymentState(shop.db, { orderId, buyer, lang, now: shop.clock.now(), hasCodes });
        if (!state) throw notFound(request);
        return state;
      },
    );
  };

import type { FastifyPluginAsync } from "fastify";
import { checkoutEndpoints } from "#contract/endpoints/checkout.ts";
import { notFound } from "#shop/kernel/http/errors.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { createPayment } from "./payment-flow/create-payment.ts";
import type { AppContextWithGateways } from "./payment-flow/paying-shop.ts";
import { orderHistory } from "./order-history.ts";
import { paymentState } from "./payment-state.ts";
import { checkOnlineForm, onlineCheckout } from "./checkout/read-online-payment.ts";

/** What a logged-in customer asks about their own orders, and online payments that they begin. */
export const orderAccountRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, checkoutEndpoints.orderHistory, ({ request, customerId, lang, query }) => {
      if (query.customer_id !== customerId) throw notFound(request);
      return orderHistory(shop, { customerId, page: query.page, lang });
    });

    registerEndpoint(
      app,
      shop,
      checkoutEndpoints.paymentState,
      async ({ request, customerId, lang, body: { order_id: orderId } }) => {
        const state = await paymentState(shop.db, { orderId, customerId, lang, now: shop.clock.now() });
        if (!state) throw notFound(request);
        return state;
      },
    );

    const ways = [
      [checkoutEndpoints.payByVnpay, "vnpay_visa"],
      [checkoutEndpoints.payByPaypal, "paypal"],
    ] as const;
    for (const [pay, paymentMethod] of ways)
      registerEndpoint(
        app,
        shop,
        pay,
        ({ request, customerId, lang, body }) =>
          createPayment(shop, { request, lang, customerId, checkout: { ...onlineCheckout(body), paymentMethod } }),
        { check: checkOnlineForm },
      );
  };

import type { FastifyPluginAsync } from "fastify";
import { checkoutCalls } from "#contract/calls/checkout.ts";
import { notFound, Refusal } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { serve } from "#shop/kernel/serve.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { attemptOf } from "./idempotency.ts";
import { orderHistory } from "./order-history.ts";
import { paymentState } from "./payment-state.ts";
import { priceOrder } from "./place-order.ts";
import { checkOnlineForm, onlineCheckout } from "./read-online-payment.ts";

/** What a logged-in customer asks about their own orders, and the start of an online payment. */
export const orderAccountRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    serve(app, shop, checkoutCalls.orderHistory, ({ request, customerId, lang, query }) => {
      if (query.customer_id !== customerId) throw notFound(request);
      return orderHistory(shop.db, { customerId, page: query.page, lang });
    });

    serve(app, shop, checkoutCalls.paymentState, async ({ request, customerId, lang, body: { order_id: orderId } }) => {
      const state = await paymentState(shop.db, { orderId, customerId, lang });
      if (!state) throw notFound(request);
      return state;
    });

    for (const pay of [checkoutCalls.payByVnpay, checkoutCalls.payByPaypal])
      serve(
        app,
        shop,
        pay,
        async ({ request, customerId, lang, body }) => {
          const checkout = onlineCheckout(body);
          attemptOf(request, `customer:${customerId}`, checkout);
          shop.limits.take(request, "orderByAccount", String(customerId));
          await priceOrder(shop, checkout, { lang, lines: "items", address: "shipping_address" });
          throw new Refusal(400, "payment_method_not_offered", say(lang, "order_info.payment_unavailable"));
        },
        { check: checkOnlineForm },
      );
  };

import type { FastifyPluginAsync } from "fastify";
import { OrderHistoryQuery, PaymentCallback } from "#contract/order.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { notFound, parse, Refusal } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { requireCustomer } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { attemptOf } from "./idempotency.ts";
import { orderHistory } from "./order-history.ts";
import { paymentState } from "./payment-state.ts";
import { priceOrder } from "./place-order.ts";
import { readOnlinePayment } from "./read-online-payment.ts";

/** What a logged-in customer asks about their own orders, and the start of an online payment. */
export const orderAccountRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const customerOf = (request: Parameters<typeof languageOf>[0]) =>
      requireCustomer(shop.db, request, shop.clock.now());

    app.get("/wp-json/custom/v1/order-data", async (request) => {
      const customerId = await customerOf(request);
      const asked = parse(request, OrderHistoryQuery, request.query);
      if (asked.customer_id !== customerId) throw notFound(request);
      return orderHistory(shop.db, { customerId, page: asked.page, lang: languageOf(request) });
    });

    app.post("/wp-json/lianne-vnpay/v1/payment-callback", async (request) => {
      const customerId = await customerOf(request);
      const { order_id: orderId } = parse(request, PaymentCallback, request.body);
      const state = await paymentState(shop.db, { orderId, customerId, lang: languageOf(request) });
      if (!state) throw notFound(request);
      return state;
    });

    for (const gateway of ["lianne-vnpay", "lianne-paypal"])
      app.post(`/wp-json/${gateway}/v1/create-payment`, async (request) => {
        const customerId = await customerOf(request);
        const checkout = readOnlinePayment(request);
        attemptOf(request, `customer:${customerId}`, checkout);
        shop.limits.take(request, "orderByAccount", String(customerId));
        const lang = languageOf(request);
        await priceOrder(shop, checkout, { lang, lines: "items", address: "shipping_address" });
        throw new Refusal(400, "payment_method_not_offered", say(lang, "order_info.payment_unavailable"));
      });
  };

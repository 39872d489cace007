import type { FastifyPluginAsync } from "fastify";
import { checkoutEndpoints } from "#contract/endpoints/checkout.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { createPayment } from "./create-payment.ts";
import { checkOnlineForm, readOnlineOrder } from "./read-online-order.ts";
import { shippingCostRoutes } from "./shipping-cost.ts";

/** Endpoints of the checkout page: the shipping cost, and starting an online payment. Cash orders: see submitCodOrder. */
export const checkoutRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    await app.register(shippingCostRoutes(shop));
    const endpoints = [
      [checkoutEndpoints.payByVnpay, "vnpay_visa"],
      [checkoutEndpoints.payByPaypal, "paypal"],
    ] as const;
    for (const [endpoint, paymentMethod] of endpoints)
      registerEndpoint(
        app,
        shop,
        endpoint,
        ({ request, customerId, lang, body }) =>
          createPayment(shop, request, { checkout: { ...readOnlineOrder(body), paymentMethod }, customerId, lang }),
        { check: checkOnlineForm },
      );
  };

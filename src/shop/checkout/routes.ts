import { onlineMethods } from "#contract/payment-methods/index.ts";
import type { FastifyPluginAsync } from "fastify";
import { createPaymentEndpoints } from "#contract/endpoints/checkout.ts";
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
    for (const paymentMethod of onlineMethods)
      registerEndpoint(
        app,
        shop,
        createPaymentEndpoints[paymentMethod],
        ({ request, customerId, lang, body }) =>
          createPayment(shop, request, { checkout: { ...readOnlineOrder(body), paymentMethod }, customerId, lang }),
        { check: checkOnlineForm },
      );
  };

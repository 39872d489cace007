import { onlineMethods } from "#contract/payment-methods/index.ts";
import type { FastifyPluginAsync } from "fastify";
import { createPaymentEndpoints } from "#contract/endpoints/checkout.ts";
import { isGuest } from "#shop/kernel/auth/buyer.ts";
import { storeVisitor } from "#shop/kernel/auth/sessions.ts";
import { deliveryPromiseRoutes } from "#shop/delivery-promise/index.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { createPayment } from "./create-payment.ts";
import { mayLackEmail } from "./email-optional.ts";
import { checkOnlineForm, readOnlineOrder } from "./read-online-order.ts";
import { shippingCostRoutes } from "./shipping-cost.ts";

/** Endpoints of the checkout page: the shipping cost, the delivery promise, and starting an online payment. Cash orders: see submitCodOrder. */
export const checkoutRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    await app.register(shippingCostRoutes(shop));
    await app.register(deliveryPromiseRoutes(shop));
    for (const paymentMethod of onlineMethods)
      registerEndpoint(
        app,
        shop,
        createPaymentEndpoints[paymentMethod],
        async ({ request, reply, buyer, lang, body }) => {
          const checkout = { ...readOnlineOrder(body), paymentMethod };
          const created = await createPayment(shop, request, { checkout, buyer, lang });
          if (isGuest(buyer)) storeVisitor(request, reply, shop.config);
          return created;
        },
        {
          check: (request, buyer) =>
            checkOnlineForm(request, { emailOptional: buyer !== null && mayLackEmail(shop, buyer) }),
        },
      );
  };

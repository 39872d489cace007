import type { FastifyPluginAsync } from "fastify";
import { selfServiceEndpoints as endpoints } from "#contract/endpoints/self-service.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cancelOwnOrder } from "./cancel-order.ts";
import { readState } from "./facts.ts";
import { authorizeOwner } from "./owner.ts";

/** What customers do with their own orders. */
export const selfServiceRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const { db } = shop;
    registerEndpoint(
      app,
      shop,
      endpoints.ownOrderState,
      async ({ request, customerId, path: { order_id: orderId } }) => {
        await authorizeOwner(db, request, { orderId, customerId });
        return readState(db, orderId);
      },
    );
    registerEndpoint(
      app,
      shop,
      endpoints.cancelOwnOrder,
      async ({ request, customerId, path: { order_id: orderId }, body, lang }) => {
        const owner = await authorizeOwner(db, request, { orderId, customerId });
        return cancelOwnOrder(shop, { owner, orderId, lang }, body);
      },
    );
  };

import { DeliveryPromiseQuery, DeliveryPromiseView } from "../delivery-promise.ts";
import { defineEndpoint } from "../endpoint.ts";

export const deliveryPromiseEndpoints = {
  deliveryPromise: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom/v1/delivery-promise",
    access: "anyone",
    tag: "Checkout",
    priority: "cart",
    summary: "Get the days on which an order of items placed now arrives",
    query: DeliveryPromiseQuery,
    response: DeliveryPromiseView,
    limit: "carrierByAddress",
  }),
};

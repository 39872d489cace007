import { OrderCountsQuery } from "../../woo/order-filters.ts";
import { OrderCounts, Today } from "../../order-workflow.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

/** Open work, by queue and by stage. */
export const todayEndpoints = {
  readToday: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/today`,
    access: "staff",
    permission: "today.view",
    tag: "Back office: orders",
    summary:
      "Get the queues on which the role can act, and the day so far; 304 for an `If-None-Match` with the last ETag",
    response: Today,
  }),
  countOrders: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/order-counts`,
    access: "staff",
    permission: "orders.view",
    tag: "Back office: orders",
    summary: "Count orders by stage, with the filters of the order list",
    query: OrderCountsQuery,
    response: OrderCounts,
  }),
};

import { z } from "zod";
import { FilterOptions, OpenOrder, OpenOrdersQuery, OrderListQuery, OrderRow } from "../../backoffice/order-list.ts";
import { LanguageCode } from "../../field-schemas.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

export const orderListEndpoints = {
  listRows: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/orders`,
    access: "staff",
    permission: "orders.view",
    tag: "Back office: orders",
    summary: "List orders with filters and search; `X-WP-Total` counts up to 1,000, and 200 results of a search",
    query: OrderListQuery,
    response: z.array(OrderRow),
  }),
  openOrders: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/orders-in-progress`,
    access: "staff",
    permission: "orders.view",
    tag: "Back office: orders",
    summary:
      "List the newest orders in progress with timelines, parcels and records of their phone numbers, for offline use",
    query: OpenOrdersQuery,
    response: z.array(OpenOrder),
  }),
  filterOptions: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/order-filters`,
    access: "staff",
    permission: "orders.view",
    tag: "Back office: orders",
    summary: "Get the values that filters of the order list can have",
    query: z.object({ lang: LanguageCode.default("vi") }),
    response: FilterOptions,
  }),
};

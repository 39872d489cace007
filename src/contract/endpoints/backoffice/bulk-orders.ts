import { z } from "zod";
import { BulkOrders, ExportOrders, OrdersFile } from "../../backoffice/bulk-orders.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: orders";

/** Actions on many orders at once. */
export const bulkOrderEndpoints = {
  startBulk: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/orders/bulk`,
    access: "staff",
    permission: "orders.view",
    tag,
    summary: "Start a background task with an action on up to 500 orders; each action requires its own permission",
    body: BulkOrders,
    response: z.object({ task: z.int() }),
    status: 202,
  }),
  exportOrders: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/orders/export`,
    access: "staff",
    permission: "exports.create",
    reauthenticate: true,
    tag,
    summary: "Get a CSV file of up to 500 orders with their customers",
    body: ExportOrders,
    response: OrdersFile,
  }),
};

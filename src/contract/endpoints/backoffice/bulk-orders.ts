import { z } from "zod";
import { BulkOrders } from "../../backoffice/bulk-orders.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

/** Actions on many orders at once. */
export const bulkOrderEndpoints = {
  startBulk: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/orders/bulk`,
    access: "staff",
    permission: "orders.confirm",
    tag: "Back office: orders",
    summary: "Start a background task with an action on up to 500 orders; each action requires its own permission",
    body: BulkOrders,
    response: z.object({ task: z.int() }),
    status: 202,
  }),
};

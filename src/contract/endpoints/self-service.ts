import { defineEndpoint } from "../endpoint.ts";
import { CancelOwnOrder, SelfServiceState } from "../self-service.ts";

const own = "/wp-json/lianne-orders/v1/orders/{order_id}";
/** The order's customer alone; an order of anyone else does not exist for them. */
const shared = { access: "customer", tag: "Checkout", priority: "paying", limit: "ownOrdersByAddress" } as const;

/** What customers do with their own orders. Each change names the version that it was made from; 409 `lianne_state` if it came too late. */
export const selfServiceEndpoints = {
  ownOrderState: defineEndpoint({
    ...shared,
    method: "GET",
    path: own,
    summary: "Get what the customer can do with an own order now",
    response: SelfServiceState,
  }),
  cancelOwnOrder: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/cancel`,
    summary:
      "Cancel an own order: an unpaid one at once; of a paid one the cancellation is requested, or the refund begins (setting `self_cancel_paid`)",
    body: CancelOwnOrder,
    response: SelfServiceState,
  }),
};

import { z } from "zod";
import { ActionResult, CancelOrder, ChangePromise, HoldOrder, RecordCall } from "../../backoffice/order-actions.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";
import { WooOrder } from "../../woo/order.ts";

const order = `${backOfficeApi}/orders/{id}` as const;
const action = { method: "POST", access: "staff", tag: "Back office: orders" } as const;

/** What staff members do with an order. Each but the undo requires `If-Match` with the order's ETag. */
export const orderActionEndpoints = {
  confirmOrder: defineEndpoint({
    ...action,
    requiresVersion: true,
    path: `${order}/confirm`,
    permission: "orders.confirm",
    summary: "Confirm an order without a call; its parcel is booked after 10 s",
    response: ActionResult,
  }),
  holdOrder: defineEndpoint({
    ...action,
    requiresVersion: true,
    path: `${order}/hold`,
    permission: "orders.confirm",
    summary: "Put an order on hold",
    body: HoldOrder,
    response: ActionResult,
  }),
  cancelOrder: defineEndpoint({
    ...action,
    requiresVersion: true,
    path: `${order}/cancel`,
    permission: "orders.cancel",
    summary:
      "Cancel an order; its email and the cancellation of its parcel are sent after 10 s, with `refund` at once and without an undo",
    body: CancelOrder,
    response: ActionResult,
  }),
  restoreOrder: defineEndpoint({
    ...action,
    requiresVersion: true,
    path: `${order}/restore`,
    permission: "orders.cancel",
    summary: "Return an order that is on hold, cancelled or in the trash to its previous status",
    response: ActionResult,
  }),
  recordCall: defineEndpoint({
    ...action,
    requiresVersion: true,
    path: `${order}/calls`,
    permission: "orders.confirm",
    summary: "Record the outcome of a phone call; `agreed` confirms the order, `declined` cancels it",
    body: RecordCall,
    response: ActionResult,
  }),
  changePromise: defineEndpoint({
    ...action,
    requiresVersion: true,
    path: `${order}/promise`,
    permission: "orders.edit",
    summary: "Promise an order for another day; the customer's email is sent after 10 s",
    body: ChangePromise,
    response: ActionResult,
  }),
  undo: defineEndpoint({
    ...action,
    path: `${backOfficeApi}/undo/{token}`,
    permission: "any",
    summary: "Undo an own action of the last 10 s; its emails and bookings were never sent",
    response: z.object({ order: WooOrder }),
  }),
};

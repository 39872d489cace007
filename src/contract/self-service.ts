import { z } from "zod";
import { OrderStatus } from "./order.ts";
import { maxSelfCancelNote, selfCancelReasons, selfServiceActions } from "./self-service-rules.ts";

/** What the customer can do with an order now, and what it waits for. */
export const SelfServiceFields = {
  actions: z.array(z.enum(selfServiceActions)),
  /** of the order as it is shown; a change names the version that it was made from */
  version: z.string(),
  /** when the customer requested the cancellation of the paid order, ISO 8601 in UTC; null unless the merchant has to decide */
  cancel_requested_at: z.string().nullable(),
  /** packed, or with the carrier: no change is possible online any more */
  locked: z.boolean(),
};

/** An order after a change of its customer, and in `data` of the error for a change that came too late. */
export const SelfServiceState = z.object({ order_id: z.int(), status: OrderStatus, ...SelfServiceFields });
export type SelfServiceState = z.infer<typeof SelfServiceState>;

/** The version of the order that the customer has seen. */
export const version = z.string().min(1).max(64);

/** `POST lianne-orders/v1/orders/{order_id}/cancel` */
export const CancelOwnOrder = z.object({
  version,
  reason: z.enum(selfCancelReasons).optional(),
  note: z.string().trim().max(maxSelfCancelNote).default(""),
});
export type CancelOwnOrder = z.input<typeof CancelOwnOrder>;

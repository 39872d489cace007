import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { Email } from "../field-schemas.ts";
import { orderStatuses } from "../order-statuses.ts";
import { WriteBoolean } from "../woo/write.ts";

const path = "/wp-json/wc/v3/orders/{id}/actions";
const staff = { access: "merchant", tag: "Orders" } as const;

const Recipient = z.object({
  /** another address than the order's */
  email: Email.optional(),
  /** stores the address with the order, even if it has one already */
  force_email_update: WriteBoolean.default(false),
  /** sends to the address and leaves that of the order; WooCommerce does not have this */
  this_email_only: WriteBoolean.default(false),
});
const Sent = z.object({ message: z.string() });

/** Emails about an order, sent again; and the statuses of orders. */
export const orderEmailEndpoints = {
  listTemplates: defineEndpoint({
    ...staff,
    method: "GET",
    path: `${path}/email_templates`,
    permission: "orders.view",
    summary: "List the emails that fit the state of an order",
    response: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  }),
  sendEmail: defineEndpoint({
    ...staff,
    method: "POST",
    path: `${path}/send_email`,
    permission: "orders.confirm",
    summary: "Send an email about an order again",
    body: Recipient.extend({ template_id: z.string().max(100) }),
    response: Sent,
  }),
  sendOrderDetails: defineEndpoint({
    ...staff,
    method: "POST",
    path: `${path}/send_order_details`,
    permission: "orders.confirm",
    summary: "Send the confirmation of an order again",
    body: Recipient,
    response: Sent,
  }),
  listStatuses: defineEndpoint({
    ...staff,
    method: "GET",
    path: "/wp-json/wc/v3/orders/statuses",
    permission: "orders.view",
    summary: "List the statuses of orders",
    response: z.array(z.object({ slug: z.enum(orderStatuses), name: z.string() })),
  }),
};

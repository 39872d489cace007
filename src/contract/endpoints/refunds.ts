import { z } from "zod";
import { RefundRequested } from "../backoffice/refund-requests.ts";
import { defineEndpoint } from "../endpoint.ts";
import { boolean } from "../woo/query.ts";
import { CreateRefund, Refund, RefundQuery, RefundsQuery } from "../woo/refund.ts";
import { WriteQuery } from "../woo/resource.ts";

const all = "/wp-json/wc/v3/refunds";
const path = "/wp-json/wc/v3/orders/{order_id}/refunds";
const one = `${path}/{id}` as const;
const read = { access: "merchant", permission: "orders.view", tag: "Refunds" } as const;
const write = { ...read, permission: "refunds.create", reauthenticate: true } as const;

export const refundEndpoints = {
  listAll: defineEndpoint({
    ...read,
    method: "GET",
    path: all,
    summary: "List the refunds of all orders, newest first",
    query: RefundsQuery,
    response: z.array(Refund),
  }),
  list: defineEndpoint({
    ...read,
    method: "GET",
    path,
    summary: "List the refunds of an order, newest first",
    query: RefundsQuery,
    response: z.array(Refund),
  }),
  read: defineEndpoint({
    ...read,
    method: "GET",
    path: one,
    summary: "Get a refund",
    query: RefundQuery,
    response: Refund,
  }),
  create: defineEndpoint({
    ...write,
    method: "POST",
    path,
    summary:
      "Create a refund of at most the paid amount; a fully refunded order becomes `refunded`. In a session of a staff member, one above `staff_refund_limit` becomes a request (`refund_request`)",
    query: WriteQuery,
    body: CreateRefund,
    response: z.union([Refund, RefundRequested]),
    status: 201,
  }),
  remove: defineEndpoint({
    ...write,
    // without the record the same amount can be refunded again, within the limit of other roles too
    permission: "refunds.approve",
    method: "DELETE",
    path: one,
    summary: "Delete the record of a manual refund",
    query: WriteQuery.extend({ force: boolean.optional() }),
    body: z.object({ force: boolean.optional() }),
    response: Refund,
  }),
};

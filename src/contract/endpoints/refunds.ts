import { z } from "zod";
import { call } from "../endpoint.ts";
import { boolean } from "../woo/query.ts";
import { CreateRefund, Refund, RefundQuery, RefundsQuery } from "../woo/refund.ts";
import { WriteQuery } from "../woo/resource.ts";

const all = "/wp-json/wc/v3/refunds";
const path = "/wp-json/wc/v3/orders/{order_id}/refunds";
const one = `${path}/{id}` as const;
const shared = { access: "merchant", tag: "Refunds" } as const;

export const refundCalls = {
  listAll: call({
    ...shared,
    method: "GET",
    path: all,
    summary: "List the refunds of all orders, the newest first",
    query: RefundsQuery,
    response: z.array(Refund),
  }),
  list: call({
    ...shared,
    method: "GET",
    path,
    summary: "List the refunds of an order, the newest first",
    query: RefundsQuery,
    response: z.array(Refund),
  }),
  read: call({ ...shared, method: "GET", path: one, summary: "Read one refund", query: RefundQuery, response: Refund }),
  create: call({
    ...shared,
    method: "POST",
    path,
    summary: "Give money back, never more than was paid; an order refunded in full becomes `refunded`",
    query: WriteQuery,
    body: CreateRefund,
    response: Refund,
    status: 201,
  }),
  remove: call({
    ...shared,
    method: "DELETE",
    path: one,
    summary: "Delete the record of a refund that was done by hand",
    query: WriteQuery.extend({ force: boolean.optional() }),
    body: z.object({ force: boolean.optional() }),
    response: Refund,
  }),
};

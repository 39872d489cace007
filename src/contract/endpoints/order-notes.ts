import { z } from "zod";
import { call } from "../endpoint.ts";
import { CreateNote, NotesQuery, OrderNote } from "../woo/order-note.ts";
import { boolean, Single } from "../woo/query.ts";
import { WriteQuery } from "../woo/resource.ts";

const path = "/wp-json/wc/v3/orders/{order_id}/notes";
const one = `${path}/{id}` as const;
const shared = { access: "merchant", tag: "Order notes" } as const;

export const orderNoteCalls = {
  list: call({
    ...shared,
    method: "GET",
    path,
    summary: "List the notes of an order, the newest first",
    query: NotesQuery,
    response: z.array(OrderNote),
  }),
  read: call({ ...shared, method: "GET", path: one, summary: "Read one note", query: Single, response: OrderNote }),
  create: call({
    ...shared,
    method: "POST",
    path,
    summary: "Note something of an order; a note for the customer is sent to them",
    query: WriteQuery,
    body: CreateNote,
    response: OrderNote,
    status: 201,
  }),
  remove: call({
    ...shared,
    method: "DELETE",
    path: one,
    summary: "Delete one note for good",
    query: WriteQuery.extend({ force: boolean.optional() }),
    body: z.object({ force: boolean.optional() }),
    response: OrderNote,
  }),
};

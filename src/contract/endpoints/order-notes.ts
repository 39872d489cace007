import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { CreateNote, NotesQuery, OrderNote } from "../woo/order-note.ts";
import { boolean, Single } from "../woo/query.ts";
import { WriteQuery } from "../woo/resource.ts";

const path = "/wp-json/wc/v3/orders/{order_id}/notes";
const one = `${path}/{id}` as const;
const read = { access: "merchant", permission: "orders.view", tag: "Order notes" } as const;
const write = { ...read, permission: "orders.confirm" } as const;

export const orderNoteEndpoints = {
  list: defineEndpoint({
    ...read,
    method: "GET",
    path,
    summary: "List the notes of an order, newest first",
    query: NotesQuery,
    response: z.array(OrderNote),
  }),
  read: defineEndpoint({
    ...read,
    method: "GET",
    path: one,
    summary: "Get a note",
    query: Single,
    response: OrderNote,
  }),
  create: defineEndpoint({
    ...write,
    method: "POST",
    path,
    summary: "Add a note to an order; a customer note is emailed to the customer",
    query: WriteQuery,
    body: CreateNote,
    response: OrderNote,
    status: 201,
  }),
  remove: defineEndpoint({
    ...write,
    method: "DELETE",
    path: one,
    summary: "Delete a note permanently",
    query: WriteQuery.extend({ force: boolean.optional() }),
    body: z.object({ force: boolean.optional() }),
    response: OrderNote,
  }),
};

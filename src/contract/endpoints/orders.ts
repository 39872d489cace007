import { z } from "zod";
import { call } from "../endpoint.ts";
import { PlaceCodOrder } from "../order.ts";
import { WooOrder } from "../woo/order.ts";
import { OrderQuery, OrdersQuery } from "../woo/order-query.ts";
import { CreateOrder, UpdateOrder } from "../woo/order-write.ts";
import { WriteQuery, wooWrites } from "../woo/resource.ts";

const path = "/wp-json/wc/v3/orders";
const tag = "Orders";

const { update, remove, batch } = wooWrites({
  path,
  tag,
  name: "order",
  create: CreateOrder,
  update: UpdateOrder,
  response: WooOrder,
});

/** Orders: a merchant's key reaches all of them, the storefront's those of the customer who is logged in. */
export const orderCalls = {
  list: call({
    method: "GET",
    path,
    access: "owner",
    tag,
    summary: "List orders, the newest first",
    query: OrdersQuery,
    response: z.array(WooOrder),
  }),
  read: call({
    method: "GET",
    path: `${path}/{id}`,
    access: "owner",
    tag,
    summary: "Read one order",
    query: OrderQuery,
    response: WooOrder,
  }),
  create: call({
    method: "POST",
    path,
    access: "owner",
    tag,
    summary:
      "Place one's own cash order with the storefront's key; create any order with a merchant's (201; 200 again)",
    query: WriteQuery,
    // what each key may send differs, and each is checked in its own words once it is known who sends
    body: z.union([PlaceCodOrder, CreateOrder, z.unknown()]),
    response: WooOrder,
    idempotent: true,
  }),
  update,
  remove,
  batch,
};

/** What a batch creates, as one would be. */
export const createOrder = { ...orderCalls.create, body: CreateOrder };

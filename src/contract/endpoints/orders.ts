import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { PlaceCodOrder } from "../order.ts";
import { WooOrder } from "../woo/order.ts";
import { OrderQuery, OrdersQuery } from "../woo/order-query.ts";
import { CreateOrder, UpdateOrder } from "../woo/order-write.ts";
import { WriteQuery, wooWrites } from "../woo/resource.ts";

const path = "/wp-json/wc/v3/orders";
const tag = "Orders";

/** A status can cancel an order or record its refund, `set_paid` settles it, and amounts of lines, delivery and fees change what it costs. */
const fieldPermissions = {
  status: "orders.cancel",
  "status=refunded": "refunds.create",
  "line_items.subtotal": "prices.edit",
  "line_items.total": "prices.edit",
  "shipping_lines.total": "prices.edit",
  "fee_lines.total": "prices.edit",
  set_paid: "money.reconcile",
  transaction_id: "money.reconcile",
} as const;

const { update, remove, batch } = wooWrites({
  path,
  tag,
  name: "order",
  permission: "orders.edit",
  removePermission: "orders.cancel",
  fieldPermissions,
  create: CreateOrder,
  update: UpdateOrder,
  response: WooOrder,
});

/** Orders: a merchant's key reaches all of them, the storefront's key those of the logged-in customer. */
export const orderEndpoints = {
  list: defineEndpoint({
    method: "GET",
    path,
    access: "customerOrMerchant",
    permission: "orders.view",
    tag,
    priority: "paying",
    summary: "List orders, newest first",
    query: OrdersQuery,
    response: z.array(WooOrder),
  }),
  read: defineEndpoint({
    method: "GET",
    path: `${path}/{id}`,
    access: "customerOrMerchant",
    permission: "orders.view",
    tag,
    priority: "paying",
    summary: "Get an order",
    query: OrderQuery,
    response: WooOrder,
  }),
  create: defineEndpoint({
    method: "POST",
    path,
    access: "customerOrMerchant",
    permission: "orders.edit",
    fieldPermissions,
    tag,
    priority: "paying",
    summary:
      "Place a cash order with the storefront's key, or create any order with a merchant's key (201, or 200 for a repeated request)",
    query: WriteQuery,
    // the accepted fields depend on the key, so each handler validates the body once the caller is known
    body: z.union([PlaceCodOrder, CreateOrder, z.unknown()]),
    response: WooOrder,
    idempotent: true,
  }),
  update,
  remove,
  batch,
};

/** `create` as validated for each entry of a batch. */
export const createOrder = { ...orderEndpoints.create, body: CreateOrder };

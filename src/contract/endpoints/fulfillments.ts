import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import {
  CreateFulfillment,
  DeleteFulfillmentMeta,
  Fulfillment,
  FulfillmentLookup,
  FulfillmentLookupQuery,
  FulfillmentMeta,
  FulfillmentQuery,
  FulfillmentWriteQuery,
  UpdateFulfillment,
  UpdateFulfillmentMeta,
} from "../woo/fulfillment.ts";

const path = "/wp-json/wc/v3/orders/{order_id}/fulfillments";
const one = `${path}/{fulfillment_id}` as const;
const read = { access: "merchant", permission: "orders.view", tag: "Order fulfillments" } as const;
const write = { ...read, permission: "parcels.manage" } as const;

/** WooCommerce's Order Fulfillments: the parcels of an order. */
export const fulfillmentEndpoints = {
  list: defineEndpoint({
    ...read,
    method: "GET",
    path,
    summary: "List the parcels of an order, without cancelled ones",
    query: FulfillmentQuery,
    response: z.array(Fulfillment),
  }),
  lookup: defineEndpoint({
    ...read,
    method: "GET",
    path: `${path}/lookup`,
    summary: "Find carrier and tracking page of a code",
    query: FulfillmentLookupQuery,
    response: FulfillmentLookup,
  }),
  read: defineEndpoint({
    ...read,
    method: "GET",
    path: one,
    summary: "Get a parcel",
    query: FulfillmentQuery,
    response: Fulfillment,
  }),
  create: defineEndpoint({
    ...write,
    method: "POST",
    path,
    summary: "Record a parcel that was sent manually, with `_tracking_number`; without it one is booked",
    query: FulfillmentWriteQuery,
    body: CreateFulfillment,
    response: Fulfillment,
    status: 201,
  }),
  update: defineEndpoint({
    ...write,
    method: "PUT",
    additionalMethods: ["PATCH", "POST"],
    path: one,
    summary: "Record the tracking code of a parcel that has none",
    query: FulfillmentWriteQuery,
    body: UpdateFulfillment,
    response: Fulfillment,
  }),
  remove: defineEndpoint({
    ...write,
    method: "DELETE",
    path: one,
    summary: "Cancel a parcel before its pick-up; 409 for one that the carrier has",
    query: FulfillmentWriteQuery,
    response: z.object({ message: z.string() }),
  }),
  readMeta: defineEndpoint({
    ...read,
    method: "GET",
    path: `${one}/metadata`,
    summary: "Get the metadata of a parcel",
    query: FulfillmentQuery,
    response: FulfillmentMeta,
  }),
  updateMeta: defineEndpoint({
    ...write,
    method: "PUT",
    path: `${one}/metadata`,
    summary: "Record the tracking code of a parcel that has none",
    query: FulfillmentWriteQuery,
    body: UpdateFulfillmentMeta,
    response: FulfillmentMeta,
  }),
  removeMeta: defineEndpoint({
    ...write,
    method: "DELETE",
    path: `${one}/metadata`,
    summary: "Always 400: the metadata describes the parcel",
    query: FulfillmentWriteQuery,
    body: DeleteFulfillmentMeta,
    response: FulfillmentMeta,
  }),
};

import { z } from "zod";
import { Single } from "./query.ts";
import { WriteQuery } from "./resource.ts";
import { WriteBoolean, WriteMeta } from "./write.ts";

const MetaEntry = z.object({ id: z.int(), key: z.string(), value: z.unknown() });
export const FulfillmentMeta = z.array(MetaEntry);

/** One parcel of an order, as WooCommerce's Order Fulfillments describe it: `fulfilled` from the pickup on. */
export const Fulfillment = z.object({
  id: z.int(),
  entity_type: z.literal("WC_Order"),
  /** the order's id, as a text */
  entity_id: z.string(),
  status: z.enum(["unfulfilled", "fulfilled"]),
  is_fulfilled: z.boolean(),
  date_updated: z.string(),
  date_deleted: z.string().nullable(),
  /** `_items`, and once they are known `_tracking_number`, `_shipment_provider` and `_tracking_url` */
  meta_data: FulfillmentMeta,
});
export type Fulfillment = z.infer<typeof Fulfillment>;

export const FulfillmentQuery = Single;
/** `notify_customer` sends the email with the tracking code. */
export const FulfillmentWriteQuery = WriteQuery.extend({ notify_customer: WriteBoolean.default(false) });

export const CreateFulfillment = z.object({
  status: z.string().max(100).optional(),
  is_fulfilled: WriteBoolean.optional(),
  meta_data: WriteMeta,
});
export const UpdateFulfillment = CreateFulfillment.partial();
export type UpdateFulfillment = z.output<typeof UpdateFulfillment>;

/** A list of entries, as WooCommerce's documentation has it, or an object with that list. */
export const UpdateFulfillmentMeta = z.preprocess(
  (body) => (Array.isArray(body) ? { meta_data: body } : body),
  z.object({ meta_data: WriteMeta }),
);

export const DeleteFulfillmentMeta = z.object({ meta_key: z.string().max(255) });

export const FulfillmentLookupQuery = Single.extend({ tracking_number: z.string().trim().max(100).optional() });
export const FulfillmentLookup = z.object({
  tracking_number: z.string(),
  shipping_provider: z.string(),
  tracking_url: z.string(),
});

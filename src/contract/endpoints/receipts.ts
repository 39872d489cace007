import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { date, Single } from "../woo/query.ts";
import { WriteBoolean } from "../woo/write.ts";

const path = "/wp-json/wc/v3/orders/{id}/receipt";
const merchant = { access: "merchant", permission: "orders.view", tag: "Orders" } as const;
/** An address opens without a key: it must not do so for ever. */
export const maxReceiptDays = 365;
const Receipt = z.object({ receipt_url: z.string(), expiration_date: date });

/** The receipt of an order at an address that can be shared until a day. */
export const receiptEndpoints = {
  readReceipt: defineEndpoint({
    ...merchant,
    method: "GET",
    path,
    summary: "Get the address of an order's receipt, valid until tomorrow",
    query: Single,
    response: Receipt,
  }),
  createReceipt: defineEndpoint({
    ...merchant,
    method: "POST",
    path,
    summary: `Get the address of an order's receipt, valid until a day within ${maxReceiptDays} days`,
    body: z.object({
      expiration_date: date.optional(),
      expiration_days: z.int().min(0).max(maxReceiptDays).optional(),
      /** addresses are never stored, so each is a new one */
      force_new: WriteBoolean.optional(),
    }),
    response: Receipt,
  }),
  showReceipt: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom/v1/receipts/{id}",
    access: "anyone",
    tag: "Orders",
    summary: "Get the receipt of an order as a page, by the address of `wc/v3/orders/{id}/receipt`",
    query: z.object({ until: date, key: z.string().max(100) }),
    response: z.unknown(),
    page: true,
    limit: "ownOrdersByAddress",
  }),
};

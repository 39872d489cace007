import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { lenient, WholeNumber } from "../lenient.ts";

const Text = lenient(z.string().trim().max(500));

/** GHN's webhook about a parcel, with GHN's field names; it is not signed. An invalid field counts as missing. */
export const ParcelWebhook = z.object({
  OrderCode: Text,
  ClientOrderCode: Text,
  ShopID: lenient(WholeNumber),
  Status: lenient(z.string().trim().toLowerCase().min(1).max(60)),
  /** ISO 8601, time of the event */
  Time: lenient(z.string().max(60)),
  Type: Text,
  Reason: Text,
  Description: Text,
  Warehouse: Text,
  CODAmount: lenient(WholeNumber),
  CODTransferDate: Text,
  TotalFee: lenient(WholeNumber),
});
export type ParcelWebhook = z.output<typeof ParcelWebhook>;

export const parcelEndpoints = {
  webhook: defineEndpoint({
    method: "POST",
    path: "/wp-json/ghn/v1/webhook/{secret}",
    access: "anyone",
    tag: "Carrier",
    priority: "paying",
    skipOriginCheck: true,
    summary: "Receive the carrier's parcel webhooks; 404 for a wrong secret",
    body: ParcelWebhook,
    response: z.object({ success: z.boolean() }),
  }),
};

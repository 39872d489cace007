import { z } from "zod";
import { call } from "../endpoint.ts";

/** What a carrier may leave out, or write in another way tomorrow, is no reason to refuse what it tells. */
const said = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const Text = said(z.string().trim().max(500));

/** What GHN tells of a parcel; nothing in it is signed. Names are the carrier's. */
export const ParcelNotice = z.object({
  OrderCode: Text,
  ClientOrderCode: Text,
  ShopID: said(z.coerce.number().int()),
  Status: said(z.string().trim().toLowerCase().min(1).max(60)),
  /** ISO 8601, when it happened */
  Time: said(z.string().max(60)),
  Type: Text,
  Reason: Text,
  Description: Text,
  Warehouse: Text,
  CODAmount: said(z.coerce.number()),
  CODTransferDate: Text,
  TotalFee: said(z.coerce.number()),
});
export type ParcelNotice = z.output<typeof ParcelNotice>;

export const parcelCalls = {
  notice: call({
    method: "POST",
    path: "/wp-json/ghn/v1/webhook/{secret}",
    access: "anyone",
    tag: "Carrier",
    server: true,
    summary: "What the carrier tells of a parcel; 404 under any other secret than the shop's",
    body: ParcelNotice,
    response: z.object({ success: z.boolean() }),
  }),
};

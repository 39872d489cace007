import { z } from "zod";
import { AddressScheme } from "./address.ts";
import { RowId } from "./number.ts";

/**
 * `GET custom/v1/delivery-promise`. `items` is a comma-separated list of `id:quantity` of products or variations. Without a
 * ward the carrier's lead time is unknown; `province_id` makes the lookup of the district cheaper. Without a district
 * `ward_code` is the code of the statistics office in `scheme`, while the setting `address_form` is `search`.
 */
export const DeliveryPromiseQuery = z.object({
  district_id: RowId.optional(),
  ward_code: z.string().min(1).max(20).optional(),
  province_id: RowId.optional(),
  /** of the ward: as before July 2025, or since then */
  scheme: AddressScheme.default("old3"),
  items: z.string().max(4000).optional(),
});
export type DeliveryPromiseQuery = z.input<typeof DeliveryPromiseQuery>;

const promiseBases = ["own", "carrier", "policy"] as const;

const Day = z.iso.date();
const TextInBothLanguages = z.object({ vi: z.string(), en: z.string() });

/** When an order placed now is ready, and arrives. The promise is the latest day. */
export const DeliveryPromiseView = z.object({
  /** the server's time, for the countdown */
  now: z.iso.datetime(),
  /** until when an order has these dates */
  cutoff_at: z.iso.datetime(),
  start: Day,
  /** ready for the carrier, or for the customer at the shop */
  ready: Day,
  /** null without a place, and where nothing is sent */
  earliest: Day.nullable(),
  latest: Day.nullable(),
  /** the shop's own parcels, the carrier's lead time, or the shipping policy */
  basis: z.enum(promiseBases).nullable(),
  /** of what is made to order, the days that making takes; 0 for what is in stock */
  making_days: z.int(),
  sentence: TextInBothLanguages,
  /** the date of a pickup at the shop */
  pickup_sentence: TextInBothLanguages,
});
export type DeliveryPromiseView = z.infer<typeof DeliveryPromiseView>;

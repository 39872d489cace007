import { z } from "zod";
import { DongAmount, LanguageCode, SingleLine } from "../field-schemas.ts";
import { ParcelStep } from "../parcel.ts";
import { boolean, date, integer } from "../woo/query.ts";
import { maxPrinted } from "./bulk-actions.ts";
import { carrierRemedies, parcelActions, parcelViews, returnDecisions, returnStates } from "./parcel-views.ts";
import { stages } from "../stages.ts";

/** ISO, UTC */
const Time = z.string();
const lang = LanguageCode.default("vi");

export const ParcelsQuery = z.object({
  view: z.enum(parcelViews).default("open"),
  /** states in the shop's terms */
  step: z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), z.array(ParcelStep)).optional(),
  carrier: z.string().max(100).optional(),
  order_id: integer.optional(),
  /** a tracking code, a code of the shop, or the number of an order */
  search: z.string().trim().max(100).optional(),
  /** with cash to be collected, or without */
  cod: boolean.optional(),
  /** đồng, inclusive */
  min_cod: integer.optional(),
  max_cod: integer.optional(),
  /** đồng, inclusive; a parcel without a known fee matches neither */
  min_fee: integer.optional(),
  max_fee: integer.optional(),
  /** first and last day of the carrier's latest update, and of the expected delivery: `2026-11-21`, in Vietnam */
  since_from: date.optional(),
  since_to: date.optional(),
  expected_from: date.optional(),
  expected_to: date.optional(),
  page: z.preprocess((value) => Number(value ?? 1), z.int().min(1).max(1_000_000)).default(1),
  per_page: z.preprocess((value) => Number(value ?? 25), z.int().min(1).max(100)).default(25),
  order: z.enum(["asc", "desc"]).default("desc"),
  lang,
});

/** A parcel, with what staff members need to act on it. */
export const ParcelEntry = z.object({
  id: z.int(),
  order_id: z.int(),
  order_status: z.string(),
  /** of the order, for `If-Match` of what changes it */
  order_version: z.string(),
  /** of its order; null for an order without one */
  stage: z.enum(stages).nullable(),
  /** "ghn", the name of another carrier, or "" for a parcel that no carrier has */
  carrier: z.string(),
  code: z.string().nullable(),
  /** the carrier's page, "" if none is known */
  tracking_url: z.string(),
  /** the carrier's own status, or `to_book`, `refused`, `by_hand` */
  status: z.string(),
  step: ParcelStep,
  /** why the delivery failed, in the carrier's words; "" if it gave no reason */
  reason: z.string(),
  /** why the carrier rejected the booking, in its words; "" otherwise */
  failure: z.string(),
  remedy: z.enum(carrierRemedies).nullable(),
  /** cash to be collected */
  cod: DongAmount,
  fee: DongAmount.nullable(),
  created_at: Time,
  /** time of the carrier's latest update */
  since: Time,
  expected_at: Time.nullable(),
  /** under way, without an update of the carrier for 48 hours */
  stale: z.boolean(),
  cancel_requested: z.boolean(),
  handed_over_at: Time.nullable(),
  /** handed over, and not scanned by the carrier by noon of the next day */
  scan_overdue: z.boolean(),
  manifest: z.object({ id: z.int(), number: z.string() }).nullable(),
  inspected_at: Time.nullable(),
  return_reason: z.string(),
  return_decision: z.enum(returnDecisions).nullable(),
  recipient: z.object({ name: z.string(), phone: z.string(), province: z.string() }),
  /** oldest first; consecutive repeats are merged */
  steps: z.array(z.object({ status: ParcelStep, at: Time })),
  actions: z.array(z.enum(parcelActions)),
});
export type ParcelEntry = z.infer<typeof ParcelEntry>;

/** One parcel with its items and everything that the carrier reported. */
export const ParcelDetail = ParcelEntry.extend({
  lines: z.array(
    z.object({
      line_id: z.int(),
      name: z.string(),
      option: z.string(),
      image: z.string(),
      quantity: z.int(),
      /** units that the order still holds: the result of the inspection covers at least these */
      held: z.int(),
    }),
  ),
  events: z.array(z.object({ status: z.string(), step: ParcelStep, at: Time, reason: z.string() })),
  /** results of the inspection */
  returned_items: z.array(z.object({ line_id: z.int(), quantity: z.int(), state: z.enum(returnStates) })),
  /** whether its customer can get emails */
  has_email: z.boolean(),
  /** of the order: what its customer paid and was not refunded yet */
  refundable: DongAmount,
});
export type ParcelDetail = z.infer<typeof ParcelDetail>;

export const TrackParcel = z.object({
  code: SingleLine(100).min(1),
  /** its name; "ghn" for GHN */
  carrier: SingleLine(100).min(1),
  /** false: the customer gets no email */
  notify: z.boolean().default(true),
});

/** An email as its recipient would read it. */
export const EmailPreview = z.object({ to: z.string().nullable(), subject: z.string(), text: z.string() });

export type EmailPreview = z.infer<typeof EmailPreview>;

/** A page with labels, and the parcels whose labels are on another one: their ids are the next request's. */
export const LabelLink = z.object({
  url: z.string(),
  until: Time,
  parcels: z.array(z.int()),
  remaining: z.array(z.int()),
});
export type LabelLink = z.infer<typeof LabelLink>;

export const LabelsQuery = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .transform((list) => [...new Set(list.split(",").map(Number))])
    .pipe(z.array(z.int()).max(maxPrinted)),
  lang,
});

/** The shop's own labels, of parcels without a carrier. */
export const LabelSheet = z.object({
  labels: z.array(
    z.object({
      parcel_id: z.int(),
      /** of the order: the text of the QR code */
      number: z.string(),
      code: z.string().nullable(),
      carrier: z.string(),
      recipient: z.object({ name: z.string(), phone: z.string(), address: z.string() }),
      sender: z.object({ name: z.string(), phone: z.string(), address: z.string() }),
      cod: DongAmount,
      items: z.int(),
      note: z.string(),
    }),
  ),
  until: Time,
});
export type LabelSheet = z.infer<typeof LabelSheet>;

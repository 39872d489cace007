import { z } from "zod";
import { DongAmount, LanguageCode, SingleLine } from "../field-schemas.ts";
import { ParcelStep } from "../parcel.ts";
import { manifestProblems } from "./parcel-views.ts";

/** ISO, UTC */
const Time = z.string();

export const ManifestsQuery = z.object({
  page: z.preprocess((value) => Number(value ?? 1), z.int().min(1).max(1_000_000)).default(1),
  per_page: z.preprocess((value) => Number(value ?? 25), z.int().min(1).max(100)).default(25),
  lang: LanguageCode.default("vi"),
});

const Totals = z.object({ parcels: z.int(), seen: z.int(), cod: DongAmount });

export const ManifestEntry = z.object({
  id: z.int(),
  /** "BG-2611-1" */
  number: z.string(),
  /** "ghn", the name of a carrier, or "" for parcels that no carrier has booked */
  carrier: z.string(),
  state: z.enum(["open", "closed"]),
  created_at: Time,
  closed_at: Time.nullable(),
  /** name of the staff member that closed it */
  closed_by: z.string().nullable(),
  driver: z.string(),
  totals: Totals,
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

/** The open and closed manifests, and the packed parcels on none of them, by carrier. */
export const ManifestList = z.object({
  manifests: z.array(ManifestEntry),
  waiting: z.array(z.object({ carrier: z.string(), parcels: z.int() })),
});
export type ManifestList = z.infer<typeof ManifestList>;

/** A parcel of a manifest as it is now; what a packer may see of it. */
export const ManifestParcel = z.object({
  parcel_id: z.int(),
  order_id: z.int(),
  code: z.string().nullable(),
  /** cash that the courier collects, 0 for a paid order */
  cod: DongAmount,
  seen_at: Time.nullable(),
  step: ParcelStep,
  /** why it cannot be handed over; null if it can */
  problem: z.enum(manifestProblems).nullable(),
  /** when its order was cancelled */
  cancelled_at: Time.nullable(),
  scan_overdue: z.boolean(),
});
export type ManifestParcel = z.infer<typeof ManifestParcel>;

/** Lines drawn on the screen, each a list of points from 0 to 1000. */
export const Signature = z
  .array(z.array(z.tuple([z.int().min(0).max(1000), z.int().min(0).max(1000)])).max(2_000))
  .max(100);
export type Signature = z.infer<typeof Signature>;

export const Manifest = ManifestEntry.extend({
  signature: Signature,
  parcels: z.array(ManifestParcel),
  /** packed parcels of the carrier that are on no manifest */
  waiting: z.int(),
  /** of the request that this is the response to: what was not added */
  rejected: z.array(
    z.object({
      code: z.string(),
      problem: z.enum(manifestProblems),
      order_id: z.int().nullable(),
      cancelled_at: Time.nullable(),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

export const CreateManifest = z.object({ carrier: z.string().trim().max(100) });

export const UpdateManifest = z.object({
  /** codes as scanned: of the label, of the shop, or the number of an order; adds the parcel, and marks it as seen */
  add: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
  /** adds every packed parcel of the carrier, and marks all as seen */
  add_all: z.boolean().optional(),
  /** ids of parcels */
  remove: z.array(z.int()).max(100).optional(),
});

export const CloseManifest = z.object({
  driver: SingleLine(100).default(""),
  signature: Signature.default([]),
});

import { z } from "zod";
import { parcelSteps } from "./parcel-steps.ts";

export const ParcelStep = z.enum(parcelSteps);
export type ParcelStep = z.infer<typeof ParcelStep>;

/** An order's latest parcel; dates are ISO 8601 in UTC. */
export const ParcelRecord = z.object({
  /** "" until the carrier has assigned one */
  tracking_code: z.string(),
  /** the carrier's tracking page, "" if none is known */
  tracking_url: z.string(),
  status: ParcelStep,
  /** the carrier's estimated delivery date */
  expected_at: z.string().nullable(),
  /** when the carrier, or the shop, last reported something */
  updated_at: z.string(),
  /** oldest first; consecutive repeats are merged */
  steps: z.array(z.object({ status: ParcelStep, date: z.string() })),
});
export type ParcelRecord = z.infer<typeof ParcelRecord>;

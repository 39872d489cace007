import { z } from "zod";

/** What a shopper is told of a parcel: the carrier's two dozen statuses in nine groups, one it has made up since among them. */
export const parcelSteps = [
  "waiting",
  "in_transit",
  "delivering",
  "failed_try",
  "delivered",
  "returning",
  "returned",
  "cancelled",
  "trouble",
] as const;
export const ParcelStep = z.enum(parcelSteps);
export type ParcelStep = z.infer<typeof ParcelStep>;

/** An order's newest parcel; dates are ISO 8601 in UTC. */
export const ParcelRecord = z.object({
  /** "" until the carrier has given one */
  tracking_code: z.string(),
  /** the carrier's own page of the parcel, "" where the shop knows none */
  tracking_url: z.string(),
  status: ParcelStep,
  /** when the carrier means to have delivered it */
  expected_at: z.string().nullable(),
  /** oldest first; what repeats itself is said once */
  steps: z.array(z.object({ status: ParcelStep, date: z.string() })),
});
export type ParcelRecord = z.infer<typeof ParcelRecord>;

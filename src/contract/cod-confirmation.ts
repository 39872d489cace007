import { z } from "zod";

/**
 * The confirmation that a cash order needs, until its parcel leaves: `waiting` for its customer or the shop, `confirmed`, or `expired`, by which it
 * is cancelled. `by` is the end of the time for it, ISO 8601 in UTC.
 */
export const CodConfirmation = z.object({ state: z.enum(["waiting", "confirmed", "expired"]), by: z.string() });
export type CodConfirmation = z.infer<typeof CodConfirmation>;

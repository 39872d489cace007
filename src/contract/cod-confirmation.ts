import { z } from "zod";

/**
 * The confirmation that a cash order needs, until its parcel leaves: `waiting` for its customer or the shop, `confirmed`, or `expired`, by which it
 * is cancelled. `by` is the end of the time for it, ISO 8601 in UTC. `needs_code`: by a code sent to its phone, where codes can be sent.
 */
export const CodConfirmation = z.object({
  state: z.enum(["waiting", "confirmed", "expired"]),
  by: z.string(),
  needs_code: z.literal(true).optional(),
});
export type CodConfirmation = z.infer<typeof CodConfirmation>;

// Without Zod: the browser needs the lists, and must not load the schemas.

/** Outcomes of a phone call. */
export const callOutcomes = [
  "agreed",
  "no_answer",
  "callback",
  "change_requested",
  "declined",
  "wrong_number",
] as const;
/** @public */
export type CallOutcome = (typeof callOutcomes)[number];

export const cancelReasons = ["customer", "no_answer", "out_of_stock", "fraud", "wrong_order", "other"] as const;
/** @public */
export type CancelReason = (typeof cancelReasons)[number];

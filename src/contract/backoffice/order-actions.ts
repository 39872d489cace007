import { z } from "zod";
import { WooOrder } from "../woo/order.ts";
import { date, dateTime } from "../woo/query.ts";
import { callOutcomes, cancelReasons } from "./reasons.ts";

const Text = (max: number) => z.string().trim().max(max);
/** ISO, UTC */
const Time = z.string();

export const HoldOrder = z.object({ reason: Text(500).min(1) });
export const CancelOrder = z
  .object({
    reason: z.enum(cancelReasons),
    note: Text(500).optional(),
    /** with all that was paid, which requires `refunds.create` and a recent authentication; above the limit of the role an owner decides on it */
    refund: z.boolean().optional(),
  })
  .refine(({ reason, note }) => reason !== "other" || Boolean(note), { path: ["note"] });
export const RecordCall = z
  .object({
    outcome: z.enum(callOutcomes),
    /** when to call again, ISO */
    callback_at: dateTime.optional(),
    note: Text(1_000).optional(),
  })
  .refine(({ outcome, callback_at }) => outcome !== "callback" || callback_at !== undefined, {
    path: ["callback_at"],
  });
/** Another day for an order, and the reason, which the customer reads. */
export const ChangePromise = z.object({ day: date, reason: Text(500).min(1) });

export const ActionResult = z.object({
  order: WooOrder,
  /** undoes the action with `POST undo/{token}` until then; null if it cannot be undone */
  undo: z.object({ token: z.string(), until: Time }).nullable(),
});
export type ActionResult = z.infer<typeof ActionResult>;
export type UndoToken = NonNullable<ActionResult["undo"]>;

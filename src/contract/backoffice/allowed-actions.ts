import type { Stage } from "../stages.ts";

// Without Zod: the browser needs the rules, and must not load the schemas.

/** What a staff member does with an order in one step, and can undo. */
export const orderActions = ["confirm", "hold", "cancel", "restore"] as const;
export type OrderAction = (typeof orderActions)[number];

/** The stages in which orders allow an action; `restore` also requires a status that an order can leave, see {@link allowsAction}. */
export const stagesOfAction: Readonly<Record<OrderAction, readonly Stage[]>> = {
  confirm: ["to_confirm"],
  hold: ["to_confirm", "awaiting_payment", "to_pack", "to_hand_over", "to_collect", "needs_review"],
  cancel: [
    "to_confirm",
    "awaiting_payment",
    "needs_review",
    "to_pack",
    "to_hand_over",
    "to_collect",
    "in_transit",
    "delivery_problem",
    "returning",
    "to_inspect",
  ],
  restore: ["needs_review", "closed"],
};

const restorable = ["on-hold", "cancelled", "failed", "trash"];
/** Orders of these statuses are reviewed too, if their refund failed. */
const ended = ["completed", "cancelled", "failed", "refunded", "trash"];

/** Whether an order allows an action. */
export function allowsAction(action: OrderAction, { stage, status }: { stage: Stage; status: string }): boolean {
  if (!stagesOfAction[action].includes(stage)) return false;
  if (action === "restore") return restorable.includes(status);
  return !ended.includes(status) && !(action === "hold" && status === "on-hold");
}

/** Whether the delivery promise of an order can be changed: one that is not delivered or ended. */
export const allowsNewPromise = (status: string): boolean => !ended.includes(status);

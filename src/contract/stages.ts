/**
 * The stage of an order names the party that must act next. It is derived from status, payment, packing and newest parcel by the database
 * (sql/orders/order-stage.sql). Texts: `order_stages.<stage>` and `order_actions.<action>`.
 */
export const stages = [
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
  "completed",
  "closed",
] as const;
export type Stage = (typeof stages)[number];

const finalStages: readonly Stage[] = ["completed", "closed"];

/** Whether orders stay in the stage: nearly all of a shop's orders do, and the other stages have its work in progress. */
export const isFinalStage = (stage: Stage): boolean => finalStages.includes(stage);

/** What a staff member does next. */
export const stageActions = ["confirm", "pack", "hand_over", "collect", "inspect_return", "review"] as const;
export type StageAction = (typeof stageActions)[number];

const nextActions: Partial<Record<Stage, StageAction>> = {
  to_confirm: "confirm",
  needs_review: "review",
  to_pack: "pack",
  to_hand_over: "hand_over",
  to_collect: "collect",
  delivery_problem: "review",
  to_inspect: "inspect_return",
};

/** The one next step of a stage; null where the customer or the carrier has to act, or the order is closed. */
export const nextActionOf = (stage: Stage): StageAction | null => nextActions[stage] ?? null;

/** Whether orders of the stage wait for the shop: lists of it are sorted oldest first. @public */
export const isWaitingStage = (stage: Stage): boolean => nextActionOf(stage) !== null;

/** Missed calls in a row after which an order in `to_confirm` is listed as "cannot be reached". */
export const maxMissedCalls = 3;

import type { ParcelStep } from "#contract/parcel.ts";

/**
 * The shop's own statuses of shipments that the carrier does not have: not booked yet, rejected by the carrier, or sent
 * manually. All others are the carrier's, known or not.
 */
export const ownStatuses = { toBook: "to_book", refused: "refused", byHand: "by_hand" } as const;

const groups: ReadonlyMap<string, ParcelStep> = new Map<string, ParcelStep>([
  [ownStatuses.toBook, "waiting"],
  [ownStatuses.refused, "waiting"],
  [ownStatuses.byHand, "waiting"],
  ["ready_to_pick", "waiting"],
  ["picking", "waiting"],
  ["money_collect_picking", "waiting"],
  ["picked", "in_transit"],
  ["storing", "in_transit"],
  ["transporting", "in_transit"],
  ["sorting", "in_transit"],
  ["delivering", "delivering"],
  ["money_collect_delivering", "delivering"],
  ["delivered", "delivered"],
  ["delivery_fail", "failed_try"],
  ["waiting_to_return", "returning"],
  ["return", "returning"],
  ["return_transporting", "returning"],
  ["return_sorting", "returning"],
  ["returning", "returning"],
  ["return_fail", "returning"],
  ["returned", "returned"],
  ["cancel", "cancelled"],
  ["exception", "trouble"],
  ["damage", "trouble"],
  ["lost", "trouble"],
  ["scrap", "trouble"],
]);

/** The step shown to shoppers. A status that GHN has added since counts as in transit. */
export const stepOf = (status: string): ParcelStep => groups.get(status) ?? "in_transit";

/** The known statuses of a step; those of the others, for `in_transit`, which also has all unknown ones. */
export const statusesOf = (step: ParcelStep): { is: boolean; statuses: string[] } => {
  const isNamed = step !== "in_transit";
  return {
    is: isNamed,
    statuses: [...groups].filter(([, own]) => (own === step) === isNamed).map(([status]) => status),
  };
};

/** Whether it can still be cancelled. */
export const isBeforePickUp = (status: string): boolean => stepOf(status) === "waiting";

/** Final statuses. */
const ends: ReadonlySet<string> = new Set(["delivered", "returned", "cancel", "damage", "lost", "scrap"]);
export const isEnd = (status: string): boolean => ends.has(status);
export const endStatuses: readonly string[] = [...ends];

/** Statuses that need the merchant's attention. */
const alarming: ReadonlySet<string> = new Set(["exception", "damage", "lost", "scrap", "returned", "cancel"]);
export const needsMerchant = (status: string): boolean => alarming.has(status);

/** Statuses for which an unsigned webhook is not trusted: they move money, end an order, or alert the merchant. */
export const needsConfirming = (status: string): boolean => isEnd(status) || needsMerchant(status);

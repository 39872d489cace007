import type { ParcelStep } from "#contract/parcel.ts";

/**
 * What the shop itself says of a parcel that the carrier does not have: still to be booked, refused by the carrier, or sent
 * by the merchant. All others are the carrier's own words, known or not.
 */
export const ownStatuses = { toBook: "to_book", refused: "refused", byHand: "by_hand" } as const;

const groups: Partial<Record<string, ParcelStep>> = {
  [ownStatuses.toBook]: "waiting",
  [ownStatuses.refused]: "waiting",
  [ownStatuses.byHand]: "waiting",
  ready_to_pick: "waiting",
  picking: "waiting",
  money_collect_picking: "waiting",
  picked: "in_transit",
  storing: "in_transit",
  transporting: "in_transit",
  sorting: "in_transit",
  delivering: "delivering",
  money_collect_delivering: "delivering",
  delivered: "delivered",
  delivery_fail: "failed_try",
  waiting_to_return: "returning",
  return: "returning",
  return_transporting: "returning",
  return_sorting: "returning",
  returning: "returning",
  return_fail: "returning",
  returned: "returned",
  cancel: "cancelled",
  exception: "trouble",
  damage: "trouble",
  lost: "trouble",
  scrap: "trouble",
};

/** What a shopper is told of a status. One that GHN has made up since is on its way. */
export const stepOf = (status: string): ParcelStep => groups[status] ?? "in_transit";

/** It can still be stopped. */
export const isBeforePickUp = (status: string): boolean => stepOf(status) === "waiting";

/** Nothing comes after these. */
const ends: ReadonlySet<string> = new Set(["delivered", "returned", "cancel", "damage", "lost", "scrap"]);
export const isEnd = (status: string): boolean => ends.has(status);

/** A merchant has to look after these. */
const alarming: ReadonlySet<string> = new Set(["exception", "damage", "lost", "scrap", "returned", "cancel"]);
export const needsMerchant = (status: string): boolean => alarming.has(status);

/** What a notice alone is not believed about: it moves money, ends an order, or calls for the merchant. */
export const needsConfirming = (status: string): boolean => isEnd(status) || needsMerchant(status);

/**
 * Lists of parcels: those under way, those of orders in the stage `delivery_problem`, those without an update of the carrier for
 * {@link staleHours}, those on their way back or to be inspected or decided on, and all.
 */
export const parcelViews = ["open", "problems", "stale", "returns", "all"] as const;
export type ParcelView = (typeof parcelViews)[number];

export const staleHours = 48;

/** What can be done with a parcel now. */
export const parcelActions = [
  "book",
  "track",
  "cancel",
  "poll",
  "label",
  "deliver_again",
  "return_to_shop",
  "inspect",
  "decide",
  "claim",
] as const;
export type ParcelAction = (typeof parcelActions)[number];

/** What usually helps after a rejection by the carrier. */
export const carrierRemedies = ["phone", "address", "cod", "carrier"] as const;
export type CarrierRemedy = (typeof carrierRemedies)[number];

/** Results of the inspection of a returned item; only `restock` increases the stock. */
export const returnStates = ["restock", "repair", "damaged", "missing"] as const;
export type ReturnState = (typeof returnStates)[number];

/** What becomes of an order whose parcel was returned and inspected. */
export const returnDecisions = ["send_again", "refund", "close"] as const;
export type ReturnDecision = (typeof returnDecisions)[number];

/** Why a parcel cannot be handed over with a manifest. */
export const manifestProblems = [
  "unknown",
  "cancelled",
  "not_packed",
  "not_booked",
  "other_carrier",
  "other_manifest",
  "handed_over",
  "not_seen",
] as const;
export type ManifestProblem = (typeof manifestProblems)[number];

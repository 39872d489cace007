// Without Zod: the browser needs the list, and must not load the schemas.

/** Parcel statuses shown to shoppers: nine groups of the carrier's two dozen statuses and of those it may add. */
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

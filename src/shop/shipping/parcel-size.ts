/** A jewel travels in its box inside a padded carton: outer sides in cm, and what the packing weighs, in grams. */
export const parcelCm = { length: 10, width: 10, height: 5 } as const;
const packingG = 150;
const lightestG = 200;
/** quotes are the same within a step, so that they can be kept */
const stepG = 50;

/** Weight of the parcel in whole grams. @param jewelsG weight of the pieces alone */
export const parcelWeightG = (jewelsG: number): number =>
  Math.max(lightestG, Math.ceil((packingG + jewelsG) / stepG) * stepG);

/** The most that GHN answers for. */
const mostInsured = 5_000_000;

/** What the carrier is told that a parcel is worth, in quotes and bookings alike. @param value of the goods, whole đồng */
export const declaredValue = (value: number): number => Math.min(Math.max(0, Math.round(value)), mostInsured);

import { type Dong, dong, max, min } from "#contract/money.ts";

/** Weight in grams and outer dimensions in cm. */
export interface ParcelSize {
  weightG: number;
  cm: Record<"length" | "width" | "height", number>;
}

/**
 * A jewel is shipped in its box inside a padded carton: outer dimensions in cm, and the weight of the packaging in
 * grams.
 */
export const parcelCm: ParcelSize["cm"] = { length: 10, width: 10, height: 5 };
const packingG = 150;
const lightestG = 200;
/** quotes are the same within a step, so that they can be cached */
const stepG = 50;

/** Weight of the parcel in whole grams. @param jewelsG weight of the items without packaging */
export const parcelWeightG = (jewelsG: number): number =>
  Math.max(lightestG, Math.ceil((packingG + jewelsG) / stepG) * stepG);

/**
 * The size that is proposed for a parcel. @param itemsG weight of the items without packaging
 * @param box the box in which it is packed, with its own weight; null before one is selected
 */
export const packedSize = (itemsG: number, box: ParcelSize | null): ParcelSize =>
  box
    ? { weightG: Math.max(1, Math.ceil(itemsG + box.weightG)), cm: box.cm }
    : { weightG: parcelWeightG(itemsG), cm: parcelCm };

/** The maximum value that GHN insures. */
const maxInsured = dong(5_000_000);

/** The declared value, in quotes and bookings alike. @param value of the goods */
export const declaredValue = (value: Dong): Dong => min(max(dong(0), value), maxInsured);

import type { ProductSpecifications } from "./specifications.ts";

/** Specifications of which nothing is stated. Without zod, which pages need not load. */
export const blankSpecifications: ProductSpecifications = {
  metal: { name: "", fineness: null, plate: null, plate_microns: null },
  stones: [],
  weight_g: null,
  ring: { inner_mm: null, width_mm: null, adjustable: false },
  length_mm: null,
  care_group: null,
  origin: null,
  manufacturer: null,
};

const labelFields = ["metal.name", "metal.fineness", "weight_g", "origin", "manufacturer"] as const;
export type LabelField = (typeof labelFields)[number];

/** The fields that the law requires on the label of jewelry, and are not stated. */
export function missingOnLabel(specifications: ProductSpecifications | null): LabelField[] {
  const { metal, weight_g, origin, manufacturer } = specifications ?? blankSpecifications;
  const values: Record<LabelField, unknown> = {
    "metal.name": metal.name,
    "metal.fineness": metal.fineness,
    weight_g,
    origin,
    manufacturer,
  };
  return labelFields.filter((name) => !values[name]);
}

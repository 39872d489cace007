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

/** The fields that the law requires on the label of jewelry, and are not stated. */
export function missingOnLabel(specifications: ProductSpecifications | null): string[] {
  const { metal, weight_g, origin, manufacturer } = specifications ?? blankSpecifications;
  const values = { "metal.name": metal.name, "metal.fineness": metal.fineness, weight_g, origin, manufacturer };
  return Object.entries(values)
    .filter(([, value]) => !value)
    .map(([name]) => name);
}

/** ISO/IEC 7810 ID-1: the size of every bank card, in mm. */
export const bankCard = { longMm: 85.6, shortMm: 53.98, cornerMm: 3.18 };

/** The guide's own: what it tells people to divide by is what the sizer divides by. */
const circumferencePerDiameter = 3.14;

/** How far a measure by hand may be off, in mm: a circle matched by eye, a strip read off a ruler. */
export const uncertainty = { diameter: 0.2, circumference: 0.6 };

/** Inner diameters that the circle can take, in mm: a little beyond the sizes that are made. */
export const diameters = { min: 14, max: 21, step: 0.1 };

/** Lengths of a strip that may be a finger's, in mm. */
export const stripLengths = { min: 40, max: 75 };

export const circumferenceOf = (diameter: number): number => diameter * circumferencePerDiameter;
export const diameterOf = (circumference: number): number => circumference / circumferencePerDiameter;

/** To a tenth of a millimetre, and within the circles that there are. */
export const diameterWithin = (diameter: number): number =>
  Math.min(diameters.max, Math.max(diameters.min, Math.round(diameter * 10) / 10));

/** What a measure says of the sizes, each by its inner circumference in mm. */
export type Fit =
  | { kind: "fits"; mm: number }
  | { kind: "between"; smaller: number; larger: number }
  | { kind: "below" | "above"; mm: number };

/**
 * The size that a circumference is, or the two that it lies between: further from each than the measure may be off.
 * @param circumference in mm
 * @param sizes in mm, ascending, at least one
 */
export function fitOf(circumference: number, sizes: readonly number[]): Fit {
  const reached = (mm: number) => Math.abs(circumference - mm) <= uncertainty.circumference + 1e-9;
  const near = sizes.filter(reached);
  const [first, last] = near;
  if (first !== undefined && near.length === 1) return { kind: "fits", mm: first };
  const smaller = near.length > 1 ? first : sizes.findLast((mm) => mm < circumference);
  const larger = near.length > 1 ? last : sizes.find((mm) => mm > circumference);
  if (smaller === undefined) return { kind: "below", mm: larger ?? Number.NaN };
  if (larger === undefined) return { kind: "above", mm: smaller };
  return { kind: "between", smaller, larger };
}

/** The size to choose, in mm: the larger of two; null where none is made. */
export function advised(fit: Fit): number | null {
  if (fit.kind === "fits") return fit.mm;
  return fit.kind === "between" ? fit.larger : null;
}

/** A strip's length as somebody types it, with a comma or a point, with or without the unit; null for what cannot be one. */
export function readStripLength(text: string): number | null {
  const digits = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*(?:mm)?$/i.exec(text.trim());
  if (!digits) return null;
  const length = Number(`${digits[1]}.${digits[2] ?? 0}`);
  return length >= stripLengths.min && length <= stripLengths.max ? length : null;
}

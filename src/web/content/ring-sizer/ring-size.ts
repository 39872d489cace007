/** The same ratio as in the written guide. */
const circumferencePerDiameter = 3.14;

/** Tolerance of measuring by hand, in mm: a circle matched by eye, a strip read off a ruler. */
export const uncertainty = { diameter: 0.2, circumference: 0.6 };

/** Range of the circle's inner diameter, in mm: a little beyond the sizes on sale. */
export const diameters = { min: 14, max: 21, step: 0.1 };

/** Plausible lengths of a strip around a finger, in mm. */
export const stripLengths = { min: 40, max: 75 };

export const circumferenceOf = (diameter: number): number => diameter * circumferencePerDiameter;
export const diameterOf = (circumference: number): number => circumference / circumferencePerDiameter;

/** Rounded to a tenth of a millimetre, and clamped to the range. */
export const diameterWithin = (diameter: number): number =>
  Math.min(diameters.max, Math.max(diameters.min, Math.round(diameter * 10) / 10));

/** How a measurement matches the sizes, each given by its inner circumference in mm. */
export type Fit =
  | { kind: "fits"; mm: number }
  | { kind: "between"; smaller: number; larger: number }
  | { kind: "below" | "above"; mm: number };

/**
 * The size that matches a circumference, or the two around it if both differ by more than the tolerance.
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

/** The recommended size in mm: the larger of two; null if there is none. */
export function advised(fit: Fit): number | null {
  if (fit.kind === "fits") return fit.mm;
  return fit.kind === "between" ? fit.larger : null;
}

/** Parses a strip's length, with a comma or a point, with or without the unit; null if it cannot be one. */
export function readStripLength(text: string): number | null {
  const digits = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*(?:mm)?$/i.exec(text.trim());
  if (!digits) return null;
  const length = Number(`${digits[1]}.${digits[2] ?? 0}`);
  return length >= stripLengths.min && length <= stripLengths.max ? length : null;
}

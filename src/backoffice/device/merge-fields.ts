const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two forms of one record differ. */
export const differences = <F extends object>(one: F, other: F): (keyof F)[] =>
  (Object.keys(one) as (keyof F)[]).filter((field) => !isSame(one[field], other[field]));

export interface MergedFields<F> {
  /** my form with the fields that only the other side changed */
  merged: F;
  /** fields that both sides changed differently; they have my values */
  conflicts: (keyof F)[];
}

/** Merges two changes of one form: a field that one side changed has its value. */
export function mergeFields<F extends object>(base: F, mine: F, theirs: F): MergedFields<F> {
  const mineChanged = differences(base, mine);
  const theirsChanged = differences(base, theirs);
  const conflicts = mineChanged.filter((field) => theirsChanged.includes(field) && !isSame(mine[field], theirs[field]));
  const own = Object.fromEntries(mineChanged.map((field) => [field, mine[field]]));
  return { merged: { ...theirs, ...own }, conflicts };
}

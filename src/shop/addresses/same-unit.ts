import { provinceAliases } from "./aliases.ts";
import { foldedKey, markedKey, splitName } from "./name-keys.ts";

const isAlias = (one: string, other: string): boolean => provinceAliases[one]?.includes(other) ?? false;

/**
 * The unit of a name in a list of the carrier. Names differ in spelling, a town and its district may share one, and levels
 * lag behind, so that "Xã Trảng Bom" may be "Phường Trảng Bom".
 */
export function sameUnit<Unit>(
  units: readonly Unit[],
  fullName: string,
  nameOf: (unit: Unit) => string,
): Unit | undefined {
  const { kind, name } = splitName(fullName);
  const parts = units.map((unit) => ({ unit, ...splitName(nameOf(unit)) }));
  const onlyOne = (same: typeof parts): Unit | undefined =>
    (same.length === 1 ? same[0] : same.find((each) => each.kind === kind))?.unit;
  const marked = parts.filter((each) => markedKey(each.name) === markedKey(name));
  if (marked.length > 0) return onlyOne(marked);
  const key = foldedKey(name);
  return onlyOne(
    parts.filter((each) => {
      const own = foldedKey(each.name);
      return own === key || isAlias(own, key) || isAlias(key, own);
    }),
  );
}

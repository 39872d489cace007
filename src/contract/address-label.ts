import type { BridgedAddress } from "./address.ts";

/** The parts of an address in both schemes that its label shows. */
export type LabelledAddress = Pick<BridgedAddress, "line" | "new" | "old">;

/** Provinces are shown without their level; Hồ Chí Minh, the name of a person, with it. */
export const shortProvince = (name: string): string => {
  const own = name.replace(/^(Tỉnh|Thành phố) /, "");
  return own === "Hồ Chí Minh" ? `TP. ${own}` : own;
};

const abbreviations: readonly (readonly [string, string])[] = [
  ["Phường ", "P. "],
  ["Xã ", "X. "],
  ["Thị trấn ", "TT. "],
  ["Quận ", "Q. "],
  ["Huyện ", "H. "],
  ["Thị xã ", "TX. "],
  ["Thành phố ", "TP. "],
];
/** "P. Đội Cấn" */
const abbreviated = (name: string): string => {
  const level = abbreviations.find(([long]) => name.startsWith(long));
  return level ? level[1] + name.slice(level[0].length) : name;
};

/** Ward and district; of an island district without wards, which is both, once. A masked address has no district. */
const oldNames = ({ ward_name, district_name }: NonNullable<LabelledAddress["old"]>): string[] =>
  ward_name === district_name || district_name === "" ? [ward_name] : [ward_name, district_name];

/**
 * An address on one line: the new names first, then the old ones in brackets, by which couriers know streets. Without a new
 * ward it is the old address.
 * @param formerly the text in the brackets
 */
export function addressLabel(
  { line, new: current, old }: LabelledAddress,
  formerly: (names: string) => string,
): string {
  const joined = (names: string[]): string => [line, ...names].filter((name) => name !== "").join(", ");
  if (!current) return old ? joined([...oldNames(old), shortProvince(old.province_name)]) : line;
  const label = joined([current.ward_name, shortProvince(current.province_name)]);
  return old ? `${label} (${formerly(oldNames(old).map(abbreviated).join(", "))})` : label;
}

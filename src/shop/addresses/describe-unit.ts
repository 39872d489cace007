import type { AddressSuggestion, NewAddressUnit, OldAddressUnit } from "#contract/address.ts";
import { shortProvince } from "#contract/address-label.ts";
import { type AddressAtlas, type AdminUnit, provinceOf } from "./atlas.ts";
import type { FoundAddress } from "./find-addresses.ts";

/** A ward and its district; an island district without wards is both. */
const oldPath = (ward: AdminUnit): AdminUnit[] =>
  ward.parent === null || ward.code.startsWith("H") ? [ward] : [ward, ward.parent];

/** "Phường Tân Sơn, TP. Hồ Chí Minh"; "Phường 15, Quận Tân Bình, TP. Hồ Chí Minh". */
function unitLabel(unit: AdminUnit): string {
  if (unit.level === "province") return unit.name;
  const path = unit.scheme === "old3" && unit.level === "ward" ? oldPath(unit) : [unit];
  return [...path.map(({ name }) => name), shortProvince(provinceOf(unit).name)].join(", ");
}

const shownSources = 2;
/** The units of the other scheme behind a ward, shortened; "" for larger units. */
function alsoLabel(atlas: AddressAtlas, unit: AdminUnit): string {
  if (unit.level !== "ward") return "";
  const others = unit.scheme === "new2" ? atlas.sourcesOf(unit) : atlas.targetsOf(unit);
  const labels = others.map((other) =>
    other.scheme === "old3"
      ? oldPath(other)
          .map(({ name }) => name)
          .join(", ")
      : unitLabel(other),
  );
  return labels.slice(0, shownSources).join("; ") + (labels.length > shownSources ? "; …" : "");
}

export function describeFound(atlas: AddressAtlas, { unit, line, isExact }: FoundAddress): AddressSuggestion {
  const targets = unit.scheme === "old3" && unit.level === "ward" ? atlas.targetsOf(unit) : [];
  return {
    scheme: unit.scheme,
    level: unit.level,
    code: unit.code,
    label: unitLabel(unit),
    also: alsoLabel(atlas, unit),
    moves: targets.map(({ code }) => code),
    needs_choice: targets.length > 1,
    exact: isExact,
    line,
  };
}

export const newUnit = (ward: AdminUnit): NewAddressUnit => ({
  ward_code: ward.code,
  ward_name: ward.name,
  province_code: provinceOf(ward).code,
  province_name: provinceOf(ward).name,
});

export const oldUnit = (ward: AdminUnit): OldAddressUnit => ({
  ...newUnit(ward),
  district_code: ward.parent?.code ?? "",
  district_name: ward.parent?.name ?? "",
});

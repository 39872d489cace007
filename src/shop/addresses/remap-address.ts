import type { StoredAddress } from "#contract/address.ts";
import { type AddressAtlas, type AdminUnit, provinceOf } from "./atlas.ts";
import { type Bridge, bridgeOf } from "./bridge-address.ts";
import { newUnit, oldUnit } from "./describe-unit.ts";

/** A stored address without its street. */
export type StoredUnits = Omit<StoredAddress, "line">;

/** A stored address in the units of another version. */
export interface RemappedAddress {
  address: StoredUnits;
  /** its new ward is another one, is gone, or must be chosen again: a person has to check it. Another name alone is no change */
  isChanged: boolean;
  /** of a new ward that was chosen without an old one: its names, with the former district or "" */
  names: { ward: string; district: string; province: string } | null;
}

/** An old ward in both schemes. The new ward of a split one is null. */
export function storedUnitsOf(atlas: AddressAtlas, ward: AdminUnit): StoredUnits {
  const { current, how } = bridgeOf(atlas, { old: ward, current: null });
  return { new: current && newUnit(current), old: oldUnit(ward), typed: "", bridge: how, data_version: atlas.version };
}

type Code = { ward_code: string; province_code: string };
const isUnit = (unit: AdminUnit, { ward_code, province_code }: Code): boolean =>
  unit.code === ward_code && provinceOf(unit).code === province_code;

/** The new ward of an old one: the one that it had, if it is certain or was chosen; else by the moves alone. */
function remapOld(atlas: AddressAtlas, before: StoredUnits, old: AdminUnit): { bridge: Bridge; isChanged: boolean } {
  const targets = atlas.targetsOf(old);
  const { new: known } = before;
  const same = known && targets.find((target) => isUnit(target, known));
  // one that was mapped without a question is no longer certain once its old ward is split
  const isCertain = same !== undefined && same !== null && (targets.length === 1 || before.bridge !== "mapped");
  if (isCertain) return { bridge: bridgeOf(atlas, { old, current: same }), isChanged: false };
  return { bridge: bridgeOf(atlas, { old, current: null }), isChanged: known !== null };
}

/** Maps a stored address again, after an update of the units. */
export function remapAddress(atlas: AddressAtlas, before: StoredUnits): RemappedAddress {
  const data_version = atlas.version;
  const old = before.old && atlas.oldWard(before.old.ward_code);
  if (old) {
    const { bridge, isChanged } = remapOld(atlas, before, old);
    const units = { new: bridge.current && newUnit(bridge.current), old: oldUnit(old) };
    return { address: { ...before, ...units, bridge: bridge.how, data_version }, isChanged, names: null };
  }
  const { new: known } = before;
  const current = known && atlas.units.new2.get(known.ward_code);
  // its names stay, so that a person can check it
  if (!known || current?.level !== "ward")
    return { address: { ...before, data_version }, isChanged: known !== null, names: null };
  const [district, ...others] = atlas.districtsOf(current);
  const unit = newUnit(current);
  return {
    address: { ...before, new: unit, data_version },
    isChanged: !isUnit(current, known),
    names: {
      ward: unit.ward_name,
      district: district && others.length === 0 ? district.name : "",
      province: unit.province_name,
    },
  };
}

import type { StoredAddress } from "#contract/address.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";
import type { AddressAtlas, AdminUnit } from "./atlas.ts";
import { provinceAliases } from "./aliases.ts";
import { type CarrierNames, carrierNamesOf } from "./carrier-names.ts";
import { currentAtlas } from "./current-book.ts";
import { newUnit } from "./describe-unit.ts";
import { foldedKey, markedKey, splitName } from "./name-keys.ts";
import { type RemappedAddress, remapAddress, type StoredUnits, storedUnitsOf } from "./remap-address.ts";

/** The names of a place in the carrier's lists, or in those of the program; the district of a new ward is a former one, or "". */
export interface PlaceNames {
  provinceName: string;
  districtName: string;
  wardName: string;
}

/** The unit of a name among its neighbours: names differ in spelling, and a town and its district may share one. */
function unitNamed(units: readonly AdminUnit[], fullName: string): AdminUnit | undefined {
  const { kind, name } = splitName(fullName);
  const key = foldedKey(name);
  const same = units.filter((unit) => foldedKey(unit.ownName) === key);
  const [only] = same;
  if (same.length <= 1) return only ?? units.find(({ formerKeys }) => formerKeys.includes(key));
  const marked = same.filter((unit) => markedKey(unit.ownName) === markedKey(name));
  return marked.find((unit) => unit.kind === kind) ?? (marked.length === 1 ? marked[0] : undefined);
}

function provinceNamed(units: ReadonlyMap<string, AdminUnit>, fullName: string): AdminUnit | undefined {
  const key = foldedKey(splitName(fullName).name);
  const provinces = [...units.values()].filter(({ level }) => level === "province");
  return provinces.find(({ ownName }) => {
    const own = foldedKey(ownName);
    return own === key || provinceAliases[own]?.includes(key);
  });
}

/** The old ward of a place; undefined if the old list does not have the names. */
export function findOldWard({ units, childrenOf }: AddressAtlas, names: PlaceNames): AdminUnit | undefined {
  const province = provinceNamed(units.old3, names.provinceName);
  const district = province && unitNamed(childrenOf.get(province) ?? [], names.districtName);
  return district && unitNamed(childrenOf.get(district) ?? [], names.wardName);
}

/** The new ward of a place; undefined if the new list does not have the names, or the ward has no part of the district. */
function findNewWard(atlas: AddressAtlas, names: PlaceNames): AdminUnit | undefined {
  const province = provinceNamed(atlas.units.new2, names.provinceName);
  const ward = province && unitNamed(atlas.childrenOf.get(province) ?? [], names.wardName);
  if (!ward || names.districtName === "") return ward;
  return unitNamed(atlas.districtsOf(ward), names.districtName) && ward;
}

/**
 * The carrier's names of a place that was written by its names since July 2025; null for any other. It may call the carrier.
 */
export async function writtenCarrierNames(shop: AppContext, place: PlaceNames): Promise<CarrierNames | null> {
  const ward = findNewWard(await currentAtlas(shop), place);
  return ward ? carrierNamesOf(shop, newUnit(ward)) : null;
}

/**
 * An address in both schemes, as it is stored; null while the search of addresses is off, or for names that are none of the old
 * list's. The new ward of a split old ward is null.
 */
export async function bridgeOrderAddress(
  shop: AppContext,
  place: PlaceNames,
  line: string,
): Promise<StoredAddress | null> {
  if (!(await isAddressSearchOn(shop))) return null;
  const atlas = await currentAtlas(shop);
  const ward = findOldWard(atlas, place);
  return ward ? { line, ...storedUnitsOf(atlas, ward) } : null;
}

/** Maps saved addresses to the units in use. */
export interface AddressMapper {
  version: string;
  remap: (before: StoredUnits) => RemappedAddress;
  /** the address of names of the old levels; `typed_only` for others */
  map: (place: PlaceNames) => StoredUnits;
}

/** Null while the search of addresses is off. */
export async function addressMapper(shop: AppContext): Promise<AddressMapper | null> {
  if (!(await isAddressSearchOn(shop))) return null;
  const atlas = await currentAtlas(shop);
  return {
    version: atlas.version,
    remap: (before) => remapAddress(atlas, before),
    map: (place) => {
      const ward = findOldWard(atlas, place);
      if (ward) return storedUnitsOf(atlas, ward);
      const typed = [place.wardName, place.districtName, place.provinceName].filter(Boolean).join(", ");
      return { new: null, old: null, typed, bridge: "typed_only", data_version: atlas.version };
    },
  };
}

import type { AddressChoice, StoredAddress } from "#contract/address.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import {
  bundledIds,
  districts,
  isBundledDistrict,
  provinces,
  wards,
  type WardSnapshot,
} from "#shop/locations/index.ts";
import { type AddressAtlas, type AdminUnit, provinceOf } from "./atlas.ts";
import { bridgeOf } from "./bridge-address.ts";
import { type CarrierNames, carrierNamesOf } from "./carrier-names.ts";
import { currentAtlas } from "./current-book.ts";
import { newUnit, oldUnit } from "./describe-unit.ts";
import { markedKey } from "./name-keys.ts";
import { sameUnit } from "./same-unit.ts";

/** A ward since July 2025 at the time it was selected, with its codes of the statistics office. */
export interface NewWardSnapshot {
  scheme: "new2";
  provinceCode: string;
  provinceName: string;
  /** its former district; "" if its area belonged to several */
  districtName: string;
  wardCode: string;
  wardName: string;
  /** one of the old wards of its area: the carrier prices by old ids */
  old: WardSnapshot;
}

/** A selected ward of either scheme. */
export type DeliveryPlace = WardSnapshot | NewWardSnapshot;

/** An old ward with the carrier's ids, found by its names; with the bundled ids if the carrier does not list it. */
async function snapshotOf(shop: AppContext, ward: AdminUnit): Promise<WardSnapshot> {
  const district = ward.parent ?? ward;
  const unit = provinceOf(ward);
  const province = sameUnit(await provinces(shop), unit.name, ({ ProvinceName }) => ProvinceName);
  const inProvince = province ? await districts(shop, province.ProvinceID) : [];
  const listed = sameUnit(inProvince, district.name, ({ DistrictName }) => DistrictName);
  const inDistrict = listed ? await wards(shop, listed.DistrictID) : [];
  const found = sameUnit(inDistrict, ward.name, ({ WardName }) => WardName);
  if (!province || !listed || !found)
    return {
      scheme: "old3",
      ...bundledIds({ province: unit.code, district: district.code }),
      ...{ provinceName: unit.name, districtName: district.name, wardCode: ward.code, wardName: ward.name },
    };
  return {
    scheme: "old3",
    provinceId: province.ProvinceID,
    provinceName: province.ProvinceName,
    districtId: listed.DistrictID,
    districtName: listed.DistrictName,
    wardCode: found.WardCode,
    wardName: found.WardName,
  };
}

/**
 * The old ward that represents a new one: that of its name, else one that became part of it as a whole; preferably one that the
 * carrier lists. Null if nothing is known about its area.
 */
async function sourceOf(shop: AppContext, { sourcesOf }: AddressAtlas, ward: AdminUnit): Promise<WardSnapshot | null> {
  const isNamesake = ({ ownName }: AdminUnit): boolean => markedKey(ownName) === markedKey(ward.ownName);
  let first: WardSnapshot | null = null;
  for (const source of sourcesOf(ward).toSorted((one, other) => Number(isNamesake(other)) - Number(isNamesake(one)))) {
    const snapshot = await snapshotOf(shop, source);
    if (!isBundledDistrict(snapshot.districtId)) return snapshot;
    first ??= snapshot;
  }
  return first;
}

async function newSnapshotOf(shop: AppContext, atlas: AddressAtlas, ward: AdminUnit): Promise<NewWardSnapshot | null> {
  const old = await sourceOf(shop, atlas, ward);
  if (!old) return null;
  const [district, ...others] = atlas.districtsOf(ward);
  const { province_code: provinceCode, province_name: provinceName } = newUnit(ward);
  return {
    scheme: "new2",
    ...{ provinceCode, provinceName, wardCode: ward.code, wardName: ward.name },
    districtName: district && others.length === 0 ? district.name : "",
    old,
  };
}

/** A chosen ward, and its address in both schemes as it is stored. */
export interface ChosenAddress {
  place: DeliveryPlace;
  address: StoredAddress;
}

/**
 * The ward of a choice; null if a code is no ward, or the new ward is no part of the old one. It may call the carrier.
 * @param line number and street
 */
export async function resolveChoice(
  shop: AppContext,
  choice: AddressChoice,
  line: string,
): Promise<ChosenAddress | null> {
  const atlas = await currentAtlas(shop);
  const old = choice.old ? atlas.oldWard(choice.old) : null;
  const current = choice.new ? atlas.units.new2.get(choice.new) : null;
  if (old === undefined || current === undefined || (current && current.level !== "ward")) return null;
  if (old && current && !atlas.targetsOf(old).includes(current)) return null;
  const bridge = bridgeOf(atlas, { old, current });
  const place = old
    ? await snapshotOf(shop, old)
    : bridge.current && (await newSnapshotOf(shop, atlas, bridge.current));
  if (!place) return null;
  return {
    place,
    address: {
      line,
      new: bridge.current && newUnit(bridge.current),
      old: bridge.old && oldUnit(bridge.old),
      typed: choice.typed ?? "",
      bridge: bridge.how,
      data_version: atlas.version,
    },
  };
}

/**
 * Where the carrier prices a delivery: by its ids of an old ward, else by its names of the new one. It may call the carrier.
 */
export async function pricedPlaceOf(
  shop: AppContext,
  place: DeliveryPlace,
): Promise<{ districtId: number; wardCode: string } | CarrierNames> {
  const { districtId, wardCode } = place.scheme === "new2" ? place.old : place;
  const names =
    place.scheme === "new2" && isBundledDistrict(districtId)
      ? await carrierNamesOf(shop, { ward_name: place.wardName, province_name: place.provinceName })
      : null;
  return names ?? { districtId, wardCode };
}

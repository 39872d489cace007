import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { bundledUnits } from "./bundled-units.ts";
import { bareName } from "./unit-names.ts";
import { bundledDistricts, bundledWards, districts, provinces, wards } from "./units.ts";

/** An address at the time it was selected: names and ids, and their scheme. */
export interface WardSnapshot {
  scheme: "old3";
  provinceId: number;
  provinceName: string;
  districtId: number;
  districtName: string;
  wardCode: string;
  wardName: string;
}

/** A selected ward; the province by its id, or by its name if the request has no id. */
export interface WardChoice {
  province: number | string;
  districtId: number;
  wardCode: string;
}

/**
 * The names of a selected province, district and ward, or null if they do not belong together. A selection from the
 * bundled lists stays valid once the carrier is available again.
 */
export async function resolveWard(
  shop: AppContext,
  { province: wanted, districtId, wardCode }: WardChoice,
): Promise<WardSnapshot | null> {
  const name = typeof wanted === "number" ? null : bareName(wanted);
  const isProvince = (row: { ProvinceID: number; ProvinceName: string }) =>
    name === null ? row.ProvinceID === wanted : row.ProvinceName === wanted || bareName(row.ProvinceName) === name;
  const province = (await provinces(shop)).find(isProvince) ?? (await bundledUnits()).provinces.find(isProvince);
  if (!province) return null;
  const provinceId = province.ProvinceID;
  const isDistrict = (row: { DistrictID: number }) => row.DistrictID === districtId;
  const district =
    (await districts(shop, provinceId)).find(isDistrict) ?? (await bundledDistricts(shop, provinceId)).find(isDistrict);
  if (!district) return null;
  const ward = await findWard(shop, { districtId, wardCode });
  if (!ward) return null;
  return {
    scheme: "old3",
    provinceId,
    provinceName: province.ProvinceName,
    districtId,
    districtName: district.DistrictName,
    wardCode: ward.WardCode,
    wardName: ward.WardName,
  };
}

/** A ward of a district by its code (exact text), or null if the district has none. */
export async function findWard(
  shop: AppContext,
  { districtId, wardCode }: { districtId: number; wardCode: string },
): Promise<{ WardCode: string; WardName: string } | null> {
  const isWard = (row: { WardCode: string }) => row.WardCode === wardCode;
  return (await wards(shop, districtId)).find(isWard) ?? (await bundledWards(districtId)).find(isWard) ?? null;
}

import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { bundledUnits } from "./bundled-units.ts";
import { bareName } from "./unit-names.ts";
import { bundledDistricts, bundledWards, districts, provinces, wards } from "./units.ts";

/** An address as it was chosen: names and ids of that moment, and the scheme they belong to. */
export interface WardSnapshot {
  scheme: "old3";
  provinceId: number;
  provinceName: string;
  districtId: number;
  districtName: string;
  wardCode: string;
  wardName: string;
}

/** A chosen ward; the province by its id, or by its name where the call carries no id. */
export interface WardChoice {
  province: number | string;
  districtId: number;
  wardCode: string;
}

/**
 * The names behind a chosen province, district and ward, or null when they do not belong together.
 * A choice made from the bundled lists stays good after the carrier is back.
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

/** A ward of a district by its code (text, to the letter), or null when the district has none such. */
export async function findWard(
  shop: AppContext,
  { districtId, wardCode }: { districtId: number; wardCode: string },
): Promise<{ WardCode: string; WardName: string } | null> {
  const isWard = (row: { WardCode: string }) => row.WardCode === wardCode;
  return (await wards(shop, districtId)).find(isWard) ?? (await bundledWards(districtId)).find(isWard) ?? null;
}

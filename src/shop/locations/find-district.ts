import type { GhnDistrict, GhnProvince } from "#contract/location.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import { bundledUnits } from "./bundled-units.ts";
import { districts, provinces } from "./units.ts";

/** A district with its province. */
export interface DistrictSnapshot {
  districtId: number;
  districtName: string;
  provinceId: number;
  provinceName: string;
}

const snapshot = (district: GhnDistrict, province: GhnProvince): DistrictSnapshot => ({
  districtId: district.DistrictID,
  districtName: district.DistrictName,
  provinceId: province.ProvinceID,
  provinceName: province.ProvinceName,
});

/** there are some 700 */
const maxDistricts = 2_000;
/** The districts that a shop has looked up. */
const districtCaches = new WeakMap<AppContext, TaggedCache<number, DistrictSnapshot>>();

async function lookUp(shop: AppContext, districtId: number): Promise<DistrictSnapshot | null> {
  const isDistrict = (row: GhnDistrict) => row.DistrictID === districtId;
  const bundled = await bundledUnits();
  for (const province of bundled.provinces) {
    const district = (bundled.districtsOf.get(province.ProvinceID) ?? []).find(isDistrict);
    if (district) return snapshot(district, province);
  }
  for (const province of await provinces(shop)) {
    const district = (await districts(shop, province.ProvinceID)).find(isDistrict);
    if (district) return snapshot(district, province);
  }
  return null;
}

/**
 * A district by its id alone, with its province; null for an unknown one.
 * @param provinceId makes the first lookup cheaper: the carrier lists districts by province
 */
export async function findDistrict(
  shop: AppContext,
  districtId: number,
  provinceId?: number,
): Promise<DistrictSnapshot | null> {
  const known = districtCaches.get(shop) ?? new TaggedCache<number, DistrictSnapshot>({ maxSize: maxDistricts });
  districtCaches.set(shop, known);
  const cached = known.get(districtId);
  if (cached) return cached;
  const province = (await provinces(shop)).find((row) => row.ProvinceID === provinceId);
  const rows = province ? await districts(shop, province.ProvinceID) : [];
  const own = rows.find((row) => row.DistrictID === districtId);
  const district = own && province ? snapshot(own, province) : await lookUp(shop, districtId);
  if (district) known.set(districtId, district);
  return district;
}

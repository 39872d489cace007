import type { NewAddressUnit } from "#contract/address.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type CarrierUnit, carrierProvincesSince2025, carrierWardsSince2025 } from "#shop/locations/index.ts";
import { markedKey, splitName } from "./name-keys.ts";

/** The carrier's unit of a name: its levels lag behind, so that "Xã Trảng Bom" may be our "Phường Trảng Bom". */
function sameUnit(units: readonly CarrierUnit[], fullName: string): CarrierUnit | undefined {
  const { kind, name } = splitName(fullName);
  const same = units.filter((unit) => markedKey(splitName(unit.name).name) === markedKey(name));
  return same.length === 1 ? same[0] : same.find((unit) => splitName(unit.name).kind === kind);
}

/**
 * A new ward and its province by the exact names of the carrier's own list; null if that has none. It may call the carrier.
 */
export async function carrierNamesOf(
  shop: AppContext,
  { ward_name, province_name }: NewAddressUnit,
): Promise<{ ward: string; province: string } | null> {
  const province = sameUnit(await carrierProvincesSince2025(shop), province_name);
  const ward = province && sameUnit(await carrierWardsSince2025(shop, province.id), ward_name);
  return ward ? { ward: ward.name, province: province.name } : null;
}

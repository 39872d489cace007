import type { NewAddressUnit } from "#contract/address.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type CarrierUnit, carrierProvincesSince2025, carrierWardsSince2025 } from "#shop/locations/index.ts";
import { sameUnit } from "./same-unit.ts";

const nameOf = ({ name }: CarrierUnit): string => name;

/** A place in the levels since July 2025, by the exact names of the carrier's own list. */
export interface CarrierNames {
  ward: string;
  province: string;
}

/** The carrier's names of a new ward and its province; null if its list has none. It may call the carrier. */
export async function carrierNamesOf(
  shop: AppContext,
  { ward_name, province_name }: Pick<NewAddressUnit, "ward_name" | "province_name">,
): Promise<CarrierNames | null> {
  const province = sameUnit(await carrierProvincesSince2025(shop), province_name, nameOf);
  const ward = province && sameUnit(await carrierWardsSince2025(shop, province.id), ward_name, nameOf);
  return ward ? { ward: ward.name, province: province.name } : null;
}

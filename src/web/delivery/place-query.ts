import type { AddressScheme } from "#contract/address.ts";
import { hasSearchedWard, type SelectedLocation } from "#contract/selected-location.ts";

interface PlaceQuery {
  district_id?: number;
  province_id?: number;
  ward_code?: string;
  /** of a ward without a district */
  scheme?: AddressScheme;
}

/** A place as requests have it: by the carrier's ids, or by the ward's code in one of the schemes, the old one if it is known. */
export function placeQuery({ districtId, provinceId, wardCode, searched }: SelectedLocation): PlaceQuery {
  if (hasSearchedWard(searched))
    return searched.oldCode === ""
      ? { scheme: "new2", ward_code: searched.newCode }
      : { scheme: "old3", ward_code: searched.oldCode };
  return {
    ...(districtId === null ? {} : { district_id: districtId }),
    ...(provinceId === null ? {} : { province_id: provinceId }),
    ...(wardCode === "" ? {} : { ward_code: wardCode }),
  };
}

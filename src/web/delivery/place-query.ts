import type { SelectedLocation } from "#contract/selected-location.ts";

/** Ids of a place, as requests have them. */
export const placeQuery = ({ districtId, provinceId, wardCode }: SelectedLocation) => ({
  ...(districtId === null ? {} : { district_id: districtId }),
  ...(provinceId === null ? {} : { province_id: provinceId }),
  ...(wardCode === "" ? {} : { ward_code: wardCode }),
});

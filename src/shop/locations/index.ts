export { bundledIds, isBundledDistrict } from "./bundled-units.ts";
export { type DistrictSnapshot, findDistrict } from "./find-district.ts";
export { type CarrierUnit, carrierProvincesSince2025, carrierWardsSince2025 } from "./new-units.ts";
export { postcodeOf } from "./postcodes.ts";
export { findWard, resolveWard, type WardChoice, type WardSnapshot } from "./resolve-ward.ts";
export { locationRoutes } from "./routes.ts";
export { bareName } from "./unit-names.ts";
export { districts, provinces, wards } from "./units.ts";

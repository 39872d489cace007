export { isBundledDistrict } from "./bundled-units.ts";
export { postcodeOf } from "./postcodes.ts";
export { findWard, resolveWard, type WardChoice, type WardSnapshot } from "./resolve-ward.ts";
export { locationRoutes } from "./routes.ts";

export { isBundledDistrict } from "./bundled-units.ts";
export { findWard, resolveWard, type WardChoice, type WardSnapshot } from "./resolve-ward.ts";
export { locationRoutes } from "./routes.ts";

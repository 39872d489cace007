export { isBundledDistrict } from "./bundled-units.ts";
export { callGhn, GhnRefused, type GhnSettings } from "./call-ghn.ts";
export { askCarrier, CarrierFailed } from "./carrier.ts";
export { findWard, resolveWard, type WardChoice, type WardSnapshot } from "./resolve-ward.ts";
export { locationRoutes } from "./routes.ts";

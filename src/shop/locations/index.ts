export { isBundledDistrict } from "./bundled-units.ts";
export { callGhn, GhnRejectedError, type GhnSettings } from "./call-ghn.ts";
export { requestCarrier, CarrierError } from "./carrier.ts";
export { findWard, resolveWard, type WardChoice, type WardSnapshot } from "./resolve-ward.ts";
export { locationRoutes } from "./routes.ts";

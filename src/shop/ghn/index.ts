export { callGhn, GhnRejectedError, type GhnSettings } from "./call-ghn.ts";
export { CarrierError, requestCarrier } from "./carrier.ts";

export { GhnRejectedError } from "#shop/ghn/index.ts";
export type { GhnParcel } from "./ghn/ghn-responses.ts";
export { ghnClient, maxCod, type NewParcel } from "./ghn/ghn-client.ts";
export {
  endStatuses,
  isBeforePickUp,
  isEnd,
  needsConfirming,
  needsMerchant,
  ownStatuses,
  statusesOf,
  stepOf,
} from "./ghn/parcel-status.ts";
export { declaredValue } from "./parcel-size.ts";
export { trackingUrl } from "./ghn/tracking-url.ts";
export { flatRateSetting } from "./flat-rate-setting.ts";
export {
  expectedDelivery,
  itemsWeight,
  needsShipping,
  type ShippedItem,
  quoteShipping,
  type ShippingQuery,
  type ShippingQuote,
} from "./quote-shipping.ts";
export { packedSize, type ParcelSize } from "./parcel-size.ts";

export { carrierNamesOf } from "./carrier-names.ts";
export { InvalidDatasetError } from "./dataset.ts";
export { type DeliveryPlace, pricedPlaceOf, resolveChoice } from "./delivery-place.ts";
export { isByCode, resolveWardCode } from "./ward-code.ts";
export { type AddressMapper, addressMapper, bridgeOrderAddress, writtenCarrierNames } from "./order-address.ts";
export { addressRoutes } from "./routes.ts";
export { type DatasetUpdate, updateDataset } from "./update-dataset.ts";

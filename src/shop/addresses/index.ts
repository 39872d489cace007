export { carrierNamesOf } from "./carrier-names.ts";
export { InvalidDatasetError } from "./dataset.ts";
export { bridgeOrderAddress } from "./order-address.ts";
export { addressRoutes } from "./routes.ts";
export { type DatasetUpdate, updateDataset } from "./update-dataset.ts";

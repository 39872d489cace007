export { bookAnother, cancelParcels } from "./book-shipment.ts";
export { listParcels } from "./list-shipments.ts";
export { recordManualShipment } from "./manual-shipment.ts";
export { pollDueShipments } from "./poll-shipment.ts";
export { parcelRoutes } from "./routes.ts";
export { parcelKind, parcelsOf } from "./shipment.ts";
export { doParcelWork } from "./shipment-jobs.ts";
export { shipmentListener } from "./shipment-listener.ts";
export { shippingItemsOf } from "./shipping-items.ts";

export { cancelShipments, rebookShipment } from "./book-shipment.ts";
export { listShipments } from "./list-shipments.ts";
export { recordManualShipment } from "./manual-shipment.ts";
export { pollDueShipments } from "./poll-shipment.ts";
export { carrierWebhookRoutes } from "./routes.ts";
export { shipmentJobKind, shipmentsOf } from "./shipment.ts";
export { handleShipmentJob } from "./shipment-jobs.ts";
export { shipmentListener } from "./shipment-listener.ts";
export { shippingItemsOf } from "./shipping-items.ts";

export { bookShipment, cancelShipments, rebookShipment } from "./book-shipment.ts";
export { listShipments } from "./list-shipments.ts";
export { fulfillmentRoutes } from "./woo/fulfillment-routes.ts";
export { manifestNumber } from "./parcels/parcel-rows.ts";
export { manifestRoutes } from "./manifests/manifest-routes.ts";
export { markScanOverdue } from "./manifests/mark-scan-overdue.ts";
export { parcelRoutes } from "./parcels/parcel-routes.ts";
export { parcelsOfOrders } from "./parcels/read-parcel.ts";
export { returnRoutes } from "./returns/return-routes.ts";
export { recordManualShipment } from "./manual-shipment.ts";
export { packingListener } from "./packing/packing-listener.ts";
export { erasePhotos } from "./packing/photos.ts";
export { packingRoutes } from "./packing/routes.ts";
export { packingSettings } from "./packing/settings.ts";
export { collectsCod } from "./reconcile-cod-amount.ts";
export { pollDueShipments } from "./poll-shipment.ts";
export { carrierWebhookRoutes } from "./routes.ts";
export { changeParcelRecipient } from "./change-recipient.ts";
export {
  findBookedParcel,
  findOtherParcel,
  type ReplacedParcel,
  replaceParcel,
  storeReplacement,
  withdrawReplacement,
} from "./replace-parcel.ts";
export { shipmentJobKind, shipmentsOf } from "./shipment.ts";
export { handleShipmentJob } from "./shipment-jobs.ts";
export { shipmentListener } from "./shipment-listener.ts";
export { shippingItemsOf } from "./shipping-items.ts";

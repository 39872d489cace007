import { isFulfillable, type OrderListener } from "#shop/orders/index.ts";
import { bookShipment, cancelShipments } from "./book-shipment.ts";
import { recordTrackingFromMeta } from "./manual-shipment.ts";
import { reconcileCod } from "./reconcile-cod-amount.ts";
import { enqueueParcelUpdate } from "./shipment.ts";

/** Books, updates and cancels shipments as their orders change. */
export const shipmentListener: OrderListener = {
  onTransition: async (tx, orderId, { to, now }) => {
    if (to === "processing") await bookShipment(tx, orderId, now);
    if (!isFulfillable(to)) await cancelShipments(tx, orderId, now);
  },
  onMetaDataWritten: (tx, orderId, { metaData, now }) => recordTrackingFromMeta(tx, orderId, { metaData, now }),
  onItemsChanged: (tx, orderId, now) => enqueueParcelUpdate(tx, orderId, "contents", now),
  onAmountDueChanged: reconcileCod,
};

import { isFulfillable, type OrderListener } from "#shop/orders/index.ts";
import { bookParcel, cancelParcels } from "./book-shipment.ts";
import { readTrackingFact } from "./manual-shipment.ts";
import { reconcileCod } from "./reconcile-cod-amount.ts";

/** Books and cancels shipments as their orders change. */
export const shipmentListener: OrderListener = {
  onTransition: async (tx, orderId, { to, now }) => {
    if (to === "processing") await bookParcel(tx, orderId, now);
    if (!isFulfillable(to)) await cancelParcels(tx, orderId, now);
  },
  onMetaDataWritten: (tx, orderId, { metaData, now }) => readTrackingFact(tx, orderId, { facts: metaData, now }),
  onAmountDueChanged: reconcileCod,
};

import { isFulfillable, openChangeOf, type OrderListener } from "#shop/orders/index.ts";
import { dropChange } from "#shop/payment-flow/index.ts";

const nothing = async (): Promise<void> => {};

/** A change that waits for its payment is discarded with its order: what is reserved for it is returned to stock. */
export const orderChangeListener: OrderListener = {
  onTransition: async (tx, orderId, { to, now }) => {
    const change = isFulfillable(to) ? undefined : await openChangeOf(tx, orderId);
    if (change?.state === "waiting") await dropChange(tx, change, { state: "discarded", now });
  },
  onMetaDataWritten: nothing,
  onItemsChanged: nothing,
  onAmountDueChanged: nothing,
};

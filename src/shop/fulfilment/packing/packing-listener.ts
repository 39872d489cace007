import { sql } from "#shop/kernel/db/database.ts";
import type { OrderListener } from "#shop/orders/index.ts";

const nothing = async (): Promise<void> => {};

/** Discards a packing when its order leaves `processing`, by any program; that of a completed order stays as its record. */
export const packingListener: OrderListener = {
  onTransition: async (tx, orderId, { to }) => {
    if (to !== "processing" && to !== "completed") await tx.run(sql`delete from packing where order_id = ${orderId}`);
  },
  onMetaDataWritten: nothing,
  onItemsChanged: nothing,
  onAmountDueChanged: nothing,
};

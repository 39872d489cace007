import type { OrderListener } from "#shop/orders/index.ts";
import { refundTransferred } from "./bank-attempts.ts";
import { payByParts } from "./settle-transfer.ts";
import { includeParts, unusedParts } from "./store-transfer.ts";

/** Keeps the parts of an order's total that bank transfers have brought in step with the order. */
export const bankTransferListener: OrderListener = {
  /** An order that is closed, or paid in another way, does not need the parts: they are returned. */
  async onTransition(tx, orderId, { to, now }) {
    if (to === "pending" || to === "on-hold") return;
    for (const part of await unusedParts(tx, orderId)) {
      const { amount, reference } = part;
      const paymentId = await refundTransferred(tx, { orderId, amount, reference, note: "part_returned", now });
      await includeParts(tx, [part], paymentId);
    }
  },
  onMetaDataWritten: async () => {},
  async onAmountDueChanged(tx, orderId, now) {
    await payByParts(tx, orderId, now);
  },
};

import type { OrderListener } from "#shop/orders/index.ts";
import { followDeposit } from "./follow-deposit.ts";
import { returnParts } from "./return-parts.ts";
import { payByParts } from "./settle-transfer.ts";

/** Keeps the deposit of an order, and the parts of its total that bank transfers have brought, in step with the order. */
export const bankTransferListener: OrderListener = {
  /** An order that is closed, or paid in another way, does not need the parts: they are returned. So is the deposit of a closed one. */
  async onTransition(tx, orderId, { to, now }) {
    await followDeposit(tx, orderId, now);
    if (to === "pending" || to === "on-hold") return;
    await returnParts(tx, orderId, now);
  },
  onMetaDataWritten: async () => {},
  async onAmountDueChanged(tx, orderId, now) {
    await payByParts(tx, orderId, now);
    await followDeposit(tx, orderId, now);
  },
};

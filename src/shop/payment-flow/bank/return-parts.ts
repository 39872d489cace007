import type { Tx } from "#shop/kernel/db/database.ts";
import { refundTransferred } from "./bank-attempts.ts";
import { includeParts, unusedParts } from "./store-transfer.ts";

/** Returns the transfers that no payment of the order contains: it does not need them. Call it with the order locked. */
export async function returnParts(tx: Tx, orderId: number, now: Date): Promise<void> {
  for (const part of await unusedParts(tx, orderId)) {
    const { amount, reference } = part;
    const paymentId = await refundTransferred(tx, { orderId, amount, reference, note: "part_returned", now });
    await includeParts(tx, [part], paymentId);
  }
}

import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { OrderListener } from "#shop/orders/index.ts";
import { followDeposit } from "./follow-deposit.ts";
import { returnParts } from "./return-parts.ts";
import { payByParts } from "./settle-transfer.ts";

/** Returns the parts of an order that does not wait for the rest of its total, of its deposit, or of what a change of it costs more. */
async function returnUnneededParts(tx: Tx, orderId: number, now: Date): Promise<void> {
  const waits = await tx.one(sql`
    select from orders o where o.id = ${orderId} and (o.status in ('pending', 'on-hold')
      or exists (select from deposit d where d.order_id = o.id and d.state = 'waiting')
      or exists (select from order_change c where c.order_id = o.id and c.state = 'waiting'))`);
  if (!waits) await returnParts(tx, orderId, now);
}

/** Keeps the deposit of an order, and the parts of its total that bank transfers have brought, in step with the order. */
export const bankTransferListener: OrderListener = {
  /** An order that is closed, or paid in another way, does not need the parts: they are returned, and the deposit of a closed one too. */
  async onTransition(tx, orderId, { now }) {
    await followDeposit(tx, orderId, now);
    await returnUnneededParts(tx, orderId, now);
  },
  onMetaDataWritten: async () => {},
  onItemsChanged: async () => {},
  async onAmountDueChanged(tx, orderId, now) {
    await payByParts(tx, orderId, now);
    await followDeposit(tx, orderId, now);
    await returnUnneededParts(tx, orderId, now);
  },
};

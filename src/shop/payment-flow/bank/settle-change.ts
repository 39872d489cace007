import { type Dong, subtract } from "#contract/money.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { openChangeOf, type OrderChange } from "#shop/orders/index.ts";
import { isPaidByTransfer } from "#shop/payments/index.ts";
import { type OrderTransfer, settleAmount, type TransferResult } from "./order-transfer.ts";

/** What a change costs more. */
export const amountOfChange = ({ totalBefore, totalAfter }: Pick<OrderChange, "totalBefore" | "totalAfter">): Dong =>
  subtract(totalAfter, totalBefore);

/** The change of an order that waits for a bank transfer. */
export async function findWaitingChange(tx: Tx, orderId: number): Promise<OrderChange | undefined> {
  const change = await openChangeOf(tx, orderId);
  if (change?.state !== "waiting") return undefined;
  const byTransfer = await tx.one(sql`select from order_change c where c.id = ${change.id} and ${isPaidByTransfer}`);
  return byTransfer ? change : undefined;
}

/** The customer gets time for the rest, once. */
async function renewReservation(
  tx: Tx,
  { id }: OrderChange,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  const renewed = await tx.run(sql`
    update order_change set hold_until = greatest(hold_until, ${until}), hold_renewed_at = ${now}
    where id = ${id} and state = 'waiting' and hold_renewed_at is null`);
  if (renewed === 0) return;
  await tx.run(sql`
    update payment set expires_at = greatest(expires_at, ${until})
    where order_change_id = ${id} and status in ('created', 'pending')`);
}

/**
 * Applies the received parts to what a change costs more: its job writes it once they reach that, or returns them if the order does not
 * allow it any more.
 */
export async function settleChange(input: OrderTransfer, change: OrderChange): Promise<TransferResult> {
  const { tx, received, terms, now } = input;
  const wanted = amountOfChange(change);
  // the tolerance is for an order's total: it would be a large part of a small difference
  if (received < wanted) {
    await renewReservation(tx, change, { until: new Date(now.getTime() + terms.reservationMs), now });
    return "part";
  }
  await settleAmount(input, wanted, { orderChangeId: change.id });
  return "paid";
}

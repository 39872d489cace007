import { type Dong, dong } from "#contract/money.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { findSettledPayment, paidItsOrder, updateRefundedStatus } from "#shop/payments/index.ts";
import type { Transition } from "./order-status.ts";
import { assertMayRefundRest } from "./staff-refund-limit.ts";

/** As {@link refundableOrderAmount}, of the orders `o` of a statement. */
export const refundableOf: Sql = sql`greatest(0, case when o.paid_at is not null
    or exists (select from payment p where p.order_id = o.id and ${paidItsOrder} and not p.is_deposit)
  then o.total - (select coalesce(sum(amount), 0) from refund
    where order_id = o.id and status <> 'failed' and not is_overpayment)
  else 0 end)::bigint`;

/**
 * The amount of an order that can still be refunded: at most what was paid, 0 for an unpaid order. Overpayments,
 * which are refunded automatically, do not count, nor does a deposit: it is returned when the order is closed.
 */
export async function refundableOrderAmount(reader: Reader, orderId: number): Promise<Dong> {
  const row = await reader.one<{ remaining: Dong }>(
    sql`select ${refundableOf} remaining from orders o where o.id = ${orderId}`,
  );
  return row?.remaining ?? dong(0);
}

/** For an order set to `refunded` as a whole: records what no refund covers yet as refunded manually. */
export async function refundRemaining(tx: Tx, orderId: number, { actor, now }: Transition): Promise<void> {
  const amount = await refundableOrderAmount(tx, orderId);
  if (amount === 0) return;
  await assertMayRefundRest(tx, orderId, { amount, actor });
  const payment = await findSettledPayment(tx, orderId);
  await tx.run(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at)
    values (${orderId}, ${payment?.id ?? null}, ${amount}, 'Order fully refunded.', 'manual', ${actor}, ${now})`);
  if (payment) await updateRefundedStatus(tx, payment.id);
}

import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findSettledPayment, updateRefundedStatus } from "#shop/payments/index.ts";
import type { Move } from "./order-status.ts";

/** What of an order's money can still be given back, in đồng: never more than was paid. 0 where nothing was; what came
 * beside it and goes back by itself does not count. */
export async function refundable(tx: Tx, orderId: number): Promise<number> {
  const row = await tx.one<{ rest: number }>(sql`
    select case when o.paid_at is not null
        or exists (select from payment p where p.order_id = o.id and p.status in ('succeeded', 'refunded')
          and not exists (select from refund r where r.payment_id = p.id and r.surplus))
      then o.total - (select coalesce(sum(amount), 0) from refund
        where order_id = o.id and status <> 'failed' and not surplus)
      else 0 end::bigint rest
    from orders o where o.id = ${orderId}`);
  return Math.max(0, row?.rest ?? 0);
}

/** An order that is set to `refunded` as a whole: what no refund has given back yet is recorded as given back by hand. */
export async function refundRemaining(tx: Tx, orderId: number, { actor, now }: Move): Promise<void> {
  const amount = await refundable(tx, orderId);
  if (amount === 0) return;
  const payment = await findSettledPayment(tx, orderId);
  await tx.run(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at)
    values (${orderId}, ${payment?.id ?? null}, ${amount}, 'Order fully refunded.', 'manual', ${actor}, ${now})`);
  if (payment) await updateRefundedStatus(tx, payment.id);
}

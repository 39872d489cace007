import type { Dong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { paidDeposit } from "./deposits.ts";

/**
 * Inserts the pending cash payment of an order, as part of the statement that inserts the order.
 * @param order a subquery with the new order's `id` and `total`
 */
export const createCodPayment = (order: Sql, now: Date): Sql => sql`
  insert into payment (order_id, attempt, method, reference, status, amount, created_at)
  select id, 1, ${codMethodId}, id || '-1', 'pending', total, ${now}::timestamptz from (${order}) placed`;

/** The courier has collected the cash: the order is delivered. @param by the actor that reports it */
export const markCodCollected = (tx: Tx, orderId: number, { by, now }: { by: string; now: Date }): Promise<number> =>
  tx.run(sql`
    update payment set status = 'succeeded', settled_at = ${now}, settled_by = ${by}
    where order_id = ${orderId} and method = ${codMethodId} and status = 'pending'
      and not exists (select from payment p where p.order_id = ${orderId} and p.status = 'succeeded' and not p.is_deposit)`);

/** The cash will not be collected. */
export const cancelCodPayment = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment set status = 'cancelled', settled_at = ${now}
    where order_id = ${orderId} and method = ${codMethodId} and status = 'pending'`);

/**
 * Makes the cash payment of an order pending with the given total less the deposit that was paid: updates the existing row, reopening a cancelled
 * one, or inserts one. A collected payment is not changed.
 */
export async function reopenCodPayment(
  tx: Tx,
  { orderId, amount, now }: { orderId: number; amount: Dong; now: Date },
): Promise<void> {
  const due = sql`greatest(0, ${amount}::bigint - ${paidDeposit(sql`${orderId}::integer`)})`;
  const there = await tx.run(sql`
    update payment set status = case when status = 'succeeded' then status else 'pending' end,
      settled_at = case when status = 'succeeded' then settled_at end,
      settled_by = case when status = 'succeeded' then settled_by end,
      amount = case when status = 'succeeded' then amount else ${due} end
    where id = (select id from payment where order_id = ${orderId} and method = ${codMethodId}
        and status in ('pending', 'cancelled', 'succeeded') order by attempt desc limit 1)`);
  if (there > 0) return;
  await tx.run(sql`
    insert into payment (order_id, attempt, method, reference, status, amount, created_at)
    select ${orderId}, attempt, ${codMethodId}, ${orderId}::integer || '-' || attempt, 'pending', ${due}, ${now}::timestamptz
    from (select coalesce(max(attempt), 0) + 1 attempt from payment where order_id = ${orderId}) next`);
}

import { type Sql, sql, type Tx } from "#shop/kernel/database.ts";

/**
 * Writes the cash that a courier is to collect into the ledger, as part of the statement that writes the order.
 * @param order a subquery with the new order's `id` and `total`
 */
export const expectCash = (order: Sql, now: Date): Sql => sql`
  insert into payment (order_id, attempt, method, reference, status, amount, created_at)
  select id, 1, 'cod', id || '-1', 'pending', total, ${now}::timestamptz from (${order}) placed`;

/** The courier has collected: the order is delivered. */
export const collectCash = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment set status = 'succeeded', settled_at = ${now}
    where order_id = ${orderId} and method = 'cod' and status = 'pending'
      and not exists (select from payment p where p.order_id = ${orderId} and p.status = 'succeeded')`);

/** Nothing will be collected any more. */
export const expectNoCash = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment set status = 'cancelled', settled_at = ${now}
    where order_id = ${orderId} and method = 'cod' and status = 'pending'`);

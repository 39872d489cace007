import { sql, type Tx } from "#shop/kernel/database.ts";

/**
 * Makes a payment say whether all of it has been given back, after its refunds have changed. What a gateway has still to
 * do does not count.
 */
export const settleRefunds = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run(sql`
    update payment p set status = case when g.back >= p.amount then 'refunded' else 'succeeded' end
    from (select coalesce(sum(amount), 0) back from refund
          where payment_id = ${paymentId} and status in ('done', 'manual')) g
    where p.id = ${paymentId} and p.status = case when g.back >= p.amount then 'succeeded' else 'refunded' end`);

/** The attempt by which an order was paid, or undefined. */
export const paymentOf = (tx: Tx, orderId: number): Promise<{ id: number; method: string } | undefined> =>
  tx.one(sql`
    select id, method from payment where order_id = ${orderId} and status in ('succeeded', 'refunded')
    order by (status = 'succeeded') desc, attempt desc limit 1`);

/** What of a payment can still be given back the way that it came, in đồng. */
export async function restOfPayment(tx: Tx, paymentId: number): Promise<number> {
  const row = await tx.one<{ rest: number }>(sql`
    select p.amount - (select coalesce(sum(amount), 0) from refund where payment_id = p.id and status <> 'failed')::bigint rest
    from payment p where p.id = ${paymentId}`);
  return Math.max(0, row?.rest ?? 0);
}

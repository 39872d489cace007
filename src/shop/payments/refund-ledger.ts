import { sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Makes a payment say whether all of it has been given back, after its refunds have changed. What a gateway has still to
 * do does not count. One that was given back as too much was never the order's, and does not become it.
 */
export const settleRefunds = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run(sql`
    update payment p set status = case when g.back < p.amount then 'succeeded' else 'refunded' end
    from (select coalesce(sum(amount), 0) back, coalesce(bool_or(surplus), false) surplus from refund
          where payment_id = ${paymentId} and status in ('done', 'manual')) g
    where p.id = ${paymentId} and case
      when g.surplus then p.status = 'to_refund' and g.back >= p.amount
      else p.status = case when g.back >= p.amount then 'succeeded' else 'refunded' end end
      and not exists (select from refund r where r.payment_id = p.id and r.surplus and not g.surplus)`);

/** The attempt by which an order was paid, or undefined; what was given back as too much is not it. */
export const paymentOf = (tx: Tx, orderId: number): Promise<{ id: number; method: string } | undefined> =>
  tx.one(sql`
    select id, method from payment p where order_id = ${orderId} and status in ('succeeded', 'refunded')
      and not exists (select from refund r where r.payment_id = p.id and r.surplus)
    order by (status = 'succeeded') desc, attempt desc limit 1`);

/** What of a payment can still be given back the way that it came, in đồng. */
export async function restOfPayment(tx: Tx, paymentId: number): Promise<number> {
  const row = await tx.one<{ rest: number }>(sql`
    select p.amount - (select coalesce(sum(amount), 0) from refund where payment_id = p.id and status <> 'failed')::bigint rest
    from payment p where p.id = ${paymentId}`);
  return Math.max(0, row?.rest ?? 0);
}

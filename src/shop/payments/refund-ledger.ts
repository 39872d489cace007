import { type Dong, dong, max, min, subtract } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Updates a payment's status after a change of its refunds: `refunded` once they cover its amount. Pending refunds do
 * not count. A refunded overpayment never counts as the order's payment.
 */
export const updateRefundedStatus = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run(sql`
    update payment p set status = case when g.back < p.amount then 'succeeded' else 'refunded' end
    from (select coalesce(sum(amount), 0) back, coalesce(bool_or(is_overpayment and not is_difference), false) is_overpayment from refund
          where payment_id = ${paymentId} and status in ('done', 'manual')) g
    where p.id = ${paymentId} and case
      when g.is_overpayment then p.status = 'to_refund' and g.back >= p.amount
      else p.status = case when g.back >= p.amount then 'succeeded' else 'refunded' end end
      and not exists (select from refund r where r.payment_id = p.id and r.is_overpayment
        and not r.is_difference and not g.is_overpayment)`);

/** `payment p` paid its order, even if it was refunded since; overpayments and what was returned of them did not. */
export const paidItsOrder: Sql = sql`(p.status in ('succeeded', 'refunded')
  and not exists (select from refund pr where pr.payment_id = p.id and pr.is_overpayment and not pr.is_difference))`;

/**
 * The attempt that paid an order, or undefined; overpayments do not count, and what a change cost more and a deposit only if they alone are
 * left.
 */
export const findSettledPayment = (
  reader: Reader,
  orderId: number,
): Promise<{ id: number; method: string } | undefined> =>
  reader.one(sql`
    select id, method from payment p where order_id = ${orderId} and ${paidItsOrder}
    order by (status = 'succeeded') desc, order_change_id is null desc, is_deposit, attempt desc limit 1`);

export interface RefundablePart {
  payment: { id: number; method: string };
  amount: Dong;
}

/**
 * What each online payment of an order can give back of an amount: the order's own payment first, then what changes cost more. The rest,
 * `byHand`, none of them can give back.
 */
export async function partsOfRefund(
  reader: Reader,
  orderId: number,
  amount: Dong,
): Promise<{ parts: RefundablePart[]; byHand: Dong }> {
  const payments = await reader.all<{ id: number; method: string }>(sql`
    select id, method from payment p where order_id = ${orderId} and status = 'succeeded' and method <> ${codMethodId}
      and not exists (select from refund r where r.payment_id = p.id and r.is_overpayment and not r.is_difference)
    order by order_change_id is null desc, attempt`);
  const parts: RefundablePart[] = [];
  let left = amount;
  for (const payment of payments) {
    const part = min(left, await refundableAmount(reader, payment.id));
    if (part > 0) parts.push({ payment, amount: part });
    left = subtract(left, part);
  }
  return { parts, byHand: left };
}

/** As {@link partsOfRefund}; null if the payments cannot give back all of it. */
export async function splitRefund(reader: Reader, orderId: number, amount: Dong): Promise<RefundablePart[] | null> {
  const { parts, byHand } = await partsOfRefund(reader, orderId, amount);
  return byHand === 0 ? parts : null;
}

/** The part of a payment that can still be refunded through its gateway. */
export async function refundableAmount(reader: Reader, paymentId: number): Promise<Dong> {
  const row = await reader.one<{ rest: Dong }>(sql`
    select p.amount - (select coalesce(sum(amount), 0) from refund where payment_id = p.id and status <> 'failed')::bigint rest
    from payment p where p.id = ${paymentId}`);
  return max(dong(0), row?.rest ?? dong(0));
}

import type { Dong } from "#contract/money.ts";
import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment } from "#shop/orders/index.ts";
import { isPaidByTransfer, receivedParts } from "#shop/payments/index.ts";

/** Older orders are not suggested: their customers have found another way. */
const suggestedMs = 2 * hourMs;

/** The only order of the last two hours that waits for a bank transfer of exactly this amount, for itself or for a change, or null. */
export async function findOrderByAmount(reader: Reader, amount: Dong, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - suggestedMs);
  const orders = await reader.all<{ id: number }>(sql`
    select o.id from orders o where ${isAwaitingPayment} and o.payment_method = ${bankTransferMethodId}
      and exists (select from payment p where p.order_id = o.id and p.method = ${bankTransferMethodId}
        and p.created_at > ${since})
      and o.total - ${receivedParts} = ${amount}
    union all
    select o.id from order_change c join orders o on o.id = c.order_id
    where c.state = 'waiting' and c.created_at > ${since} and ${isPaidByTransfer}
      and c.total_after - c.total_before - ${receivedParts} = ${amount}
    limit 2`);
  return orders.length === 1 ? (orders[0]?.id ?? null) : null;
}

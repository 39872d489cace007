import type { Dong } from "#contract/money.ts";
import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment } from "#shop/orders/index.ts";
import { receivedParts } from "#shop/payments/index.ts";

/** Older orders are not suggested: their customers have found another way. */
const suggestedMs = 2 * hourMs;

/** The only order of the last two hours that waits for a bank transfer of exactly this amount, or null. */
export async function findOrderByAmount(reader: Reader, amount: Dong, now: Date): Promise<number | null> {
  const orders = await reader.all<{ id: number }>(sql`
    select o.id from orders o where ${isAwaitingPayment} and o.payment_method = ${bankTransferMethodId}
      and exists (select from payment p where p.order_id = o.id and p.method = ${bankTransferMethodId}
        and p.created_at > ${new Date(now.getTime() - suggestedMs)})
      and o.total - ${receivedParts} = ${amount}
    limit 2`);
  return orders.length === 1 ? (orders[0]?.id ?? null) : null;
}

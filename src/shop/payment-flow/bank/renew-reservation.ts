import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Reserves the stock of an order longer after the first part of its amount, once. Call it with the order locked. */
export async function renewReservation(
  tx: Tx,
  { orderId, until, now }: { orderId: number; until: Date; now: Date },
): Promise<void> {
  const renewed = await tx.run(sql`
    insert into bank_order as b (order_id, remind_at, reminded_at, hold_renewed_at)
    values (${orderId}, ${now}, ${now}, ${now})
    on conflict (order_id) do update set hold_renewed_at = excluded.hold_renewed_at where b.hold_renewed_at is null`);
  if (renewed === 0) return;
  await tx.run(sql`
    update orders set stock_reserved_until = greatest(stock_reserved_until, ${until})
    where id = ${orderId} and status = 'pending' and stock_reserved_until is not null`);
  await tx.run(sql`
    update payment set expires_at = greatest(expires_at, ${until})
    where order_id = ${orderId} and method = ${bankTransferMethodId} and status in ('created', 'pending')`);
}

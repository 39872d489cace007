import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Adds a private note to an order, visible to merchants only. */
export const addOrderNote = (tx: Tx, orderId: number, note: string, now: Date): Promise<number> =>
  tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at)
    select id, 'system', ${note}, false, ${now}::timestamptz from orders where id = ${orderId}`);

import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Adds a private note to an order, visible to merchants only. */
export const addOrderNote = (tx: Tx, orderId: number, note: string, now: Date): Promise<number> =>
  tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at)
    select id, 'system', ${note}, false, ${now}::timestamptz from orders where id = ${orderId}`);

/** As {@link addOrderNote}, signed by a staff member. */
export const addStaffNote = (
  tx: Tx,
  orderId: number,
  note: string,
  { staffId, now }: { staffId: number; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, staff_id, created_at)
    select ${orderId}, m.name, ${note}, false, m.id, ${now}::timestamptz from staff m where m.id = ${staffId}`);

/** The author of notes about what the customer did with the order. */
export const customerAuthor = "customer";

/** As {@link addOrderNote}, about an act of the order's customer. */
export const addCustomerActNote = (
  tx: Tx,
  orderId: number,
  { act, note, now }: { act: string; note: string; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into order_note (order_id, author, act, note, customer_note, created_at)
    values (${orderId}, ${customerAuthor}, ${act}, ${note}, false, ${now})`);

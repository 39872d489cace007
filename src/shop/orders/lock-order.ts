import { sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Locks an order until the transaction ends: whoever changes its status, lines or money does so first. A statement of its
 * own: one that waited for the lock would read the lines as they were before it waited.
 * @returns false where there is none
 */
export const lockOrder = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.one(sql`select id from orders where id = ${orderId} for update`)) !== undefined;

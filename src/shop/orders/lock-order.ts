import { sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Locks an order until the transaction ends. Call it before changing its status, lines or money. A separate statement,
 * because one that also read the lines would return them as they were before it waited for the lock.
 * @returns false if there is no such order
 */
export const lockOrder = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.one(sql`select id from orders where id = ${orderId} for update`)) !== undefined;

import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** in one transaction: it holds their rows */
const most = 500;

/**
 * Moves products to where their sales have brought them in the order of the search; a sale only notes that it is due.
 * @returns how many
 */
export async function reindexPending(tx: Tx): Promise<number> {
  const [settled] = await tx.all<{ count: number }>(sql`select reindex_pending(${most}) count`);
  return settled?.count ?? 0;
}

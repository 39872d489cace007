import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** products per transaction, which locks their rows */
const batchSize = 500;

/**
 * Moves products whose sales class has changed to a segment of their class; a sale only adds them to the reindex queue.
 * @returns how many
 */
export async function reindexPending(tx: Tx): Promise<number> {
  const [row] = await tx.all<{ count: number }>(sql`select reindex_pending(${batchSize}) count`);
  return row?.count ?? 0;
}

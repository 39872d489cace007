import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Starts and ends scheduled sales that are due. @returns the number of products and variations whose price changed */
export async function applyScheduledSales(tx: Tx, now: Date): Promise<number> {
  const [turned] = await tx.all<{ count: number }>(sql`select apply_scheduled_sales(${now}::timestamptz) count`);
  return turned?.count ?? 0;
}

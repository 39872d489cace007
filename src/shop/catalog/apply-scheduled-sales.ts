import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Begins and ends the sales whose time has come. @returns how many products and variations changed their price */
export async function applyScheduledSales(tx: Tx, now: Date): Promise<number> {
  const [turned] = await tx.all<{ count: number }>(sql`select turn_sales(${now}::timestamptz) count`);
  return turned?.count ?? 0;
}

import { setStockCauseSql, type StockCause, type StockQuantity } from "#shop/catalog/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Adds differences to stocks whose rows are locked. Stocks that are not managed stay as they are.
 * @throws a violated check if one would fall below 0
 */
export async function changeStocks(tx: Tx, changes: readonly StockQuantity[], cause: StockCause): Promise<void> {
  const real = changes.filter(({ quantity }) => quantity !== 0);
  if (real.length === 0) return;
  await tx.run(setStockCauseSql(cause));
  await tx.run(sql`
    update stock s set quantity = s.quantity + w.quantity
    from unnest(${real.map(({ stockId }) => stockId)}::integer[], ${real.map(({ quantity }) => quantity)}::integer[]) w (id, quantity)
    where s.id = w.id and s.managed`);
}

import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { noStockCauseSql, type StockCause, setStockCauseSql, stockCauseValue } from "./stock-cause.ts";

/** A quantity of one stock row, see Purchasable.stockId. */
export interface StockQuantity {
  stockId: number;
  quantity: number;
}

export type ReserveResult =
  | { ok: true }
  /** nothing was taken; these have less stock than requested */
  | { ok: false; short: { stockId: number; available: number }[] };

/** Adds up quantities of the same stock: two sizes may share it. */
function sumByStock(items: readonly StockQuantity[]): { ids: number[]; quantities: number[] } {
  const sums = new Map<number, number>();
  for (const { stockId, quantity } of items) sums.set(stockId, (sums.get(stockId) ?? 0) + quantity);
  const ids = [...sums.keys()].sort((one, other) => one - other);
  return { ids, quantities: ids.map((id) => sums.get(id) ?? 0) };
}

interface StockRow {
  stockId: number;
  quantity: number;
  /** false for unmanaged stock: in stock (1) or out of stock (0) */
  managed: boolean;
}

/** Locks stock rows in the order of their ids, so that concurrent orders wait for each other but never deadlock. */
export const lockStock = (tx: Tx, ids: readonly number[]): Promise<StockRow[]> =>
  tx.all(sql`
    select id "stockId", quantity, managed from stock where id = any(${ids}::integer[]) order by id
    for no key update`);

/**
 * Takes all of the quantities from stock or none. The rows stay locked until the transaction ends. If something sells
 * out, a trigger (sql/catalog/stock.sql) locks its products in the order of ids and invalidates their pages and lists.
 */
export async function reserveStock(tx: Tx, items: readonly StockQuantity[], cause: StockCause): Promise<ReserveResult> {
  const { ids, quantities } = sumByStock(items);
  if (ids.length === 0) return { ok: true };
  const short = await tx.all<{ stockId: number; available: number }>(sql`
    select short_id "stockId", available from reserve_stock(${ids}::integer[], ${quantities}::integer[],
      ${json(stockCauseValue(cause))}::jsonb)`);
  return short.length > 0 ? { ok: false, short } : { ok: true };
}

/**
 * Returns quantities to stock. The caller ensures that it happens once. Stock rows that no longer exist, or are no
 * longer managed, are ignored.
 */
export async function releaseStock(tx: Tx, items: readonly StockQuantity[], cause: StockCause): Promise<void> {
  const { ids, quantities } = sumByStock(items);
  if (ids.length === 0) return;
  await Promise.all([
    lockStock(tx, ids),
    tx.run(setStockCauseSql(cause)),
    tx.run(sql`
      update stock s set quantity = s.quantity + w.quantity
      from unnest(${ids}::integer[], ${quantities}::integer[]) w (id, quantity) where s.id = w.id and s.managed`),
    tx.run(noStockCauseSql),
  ]);
}

/**
 * Records sales, to be counted towards popularity; negative quantities reverse a cancelled order. Lists sorted by
 * popularity have the cache tag `sales` and are invalidated when {@link aggregateSales} has counted them.
 */
export async function recordSales(tx: Tx, sold: readonly { productId: number; quantity: number }[]): Promise<void> {
  if (sold.length === 0) return;
  await tx.run(sql`
    insert into sales_queue (product_id, quantity)
    select * from unnest(${sold.map(({ productId }) => productId)}::integer[],
      ${sold.map(({ quantity }) => quantity)}::integer[])`);
}

/**
 * Records sales as {@link recordSales} does, as part of the statement that writes their order.
 * @param lines a subquery with `product_id` and `quantity`
 */
export const recordSalesSql = (lines: Sql): Sql => sql`
  insert into sales_queue (product_id, quantity) select product_id, quantity from (${lines}) sold`;

/** maximum number of sales counted in one transaction, about those of a busy minute */
const maxSalesPerRun = 50_000;

/**
 * Invalidates the pages of products sold since the last run, because they show the stock. @returns the number of sales
 */
export async function announceStockChanges(tx: Tx): Promise<number> {
  const row = await tx.one<{ announced: number }>(sql`select announce_stock_changes() announced`);
  return row?.announced ?? 0;
}

/**
 * Adds the sales since the last run to the products' totals, and invalidates the lists and responses that depend on
 * them.
 * @returns the number of sales
 */
export async function aggregateSales(tx: Tx): Promise<number> {
  await tx.withoutTimeouts();
  const row = await tx.one<{ count: number }>(sql`select aggregate_sales(${maxSalesPerRun}) count`);
  return row?.count ?? 0;
}

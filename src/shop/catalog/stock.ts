import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** Pieces of one stock, see Purchasable.stockId. */
export interface StockQuantity {
  stockId: number;
  quantity: number;
}

export type Taken =
  | { ok: true }
  /** nothing was taken; these have fewer pieces than asked for */
  | { ok: false; short: { stockId: number; available: number }[] };

/** Asked for twice is asked for in sum: two sizes may share their pieces. */
function summed(pieces: readonly StockQuantity[]): { ids: number[]; quantities: number[] } {
  const sums = new Map<number, number>();
  for (const { stockId, quantity } of pieces) sums.set(stockId, (sums.get(stockId) ?? 0) + quantity);
  const ids = [...sums.keys()].sort((one, other) => one - other);
  return { ids, quantities: ids.map((id) => sums.get(id) ?? 0) };
}

interface OnHand {
  stockId: number;
  quantity: number;
  /** false where there simply is some (1) or none (0) */
  counted: boolean;
}

/** Always in the order of ids: two orders that want the same pieces wait for each other, and never in a circle. */
export const lockStock = (tx: Tx, ids: readonly number[]): Promise<OnHand[]> =>
  tx.all(sql`
    select id "stockId", quantity, counted from stock where id = any(${ids}::integer[]) order by id
    for no key update`);

/**
 * Takes all of the pieces or none. The rows stay locked until the transaction ends.
 * The database itself locks the products where something sells out, in the order of ids, and announces their pages and
 * lists as stale.
 */
export async function reserveStock(tx: Tx, pieces: readonly StockQuantity[]): Promise<Taken> {
  const { ids, quantities } = summed(pieces);
  if (ids.length === 0) return { ok: true };
  const short = await tx.all<{ stockId: number; available: number }>(sql`
    select short_id "stockId", available from take_stock(${ids}::integer[], ${quantities}::integer[])`);
  return short.length > 0 ? { ok: false, short } : { ok: true };
}

/** Gives pieces back. Whoever calls makes sure that it happens once. Stock that no longer exists, or is counted no longer, is passed over. */
export async function releaseStock(tx: Tx, pieces: readonly StockQuantity[]): Promise<void> {
  const { ids, quantities } = summed(pieces);
  if (ids.length === 0) return;
  await lockStock(tx, ids);
  await tx.run(sql`
    update stock s set quantity = s.quantity + w.quantity
    from unnest(${ids}::integer[], ${quantities}::integer[]) w (id, quantity) where s.id = w.id and s.counted`);
}

/**
 * Notes pieces sold, to be counted towards popularity; negative quantities take a cancelled order's back. Lists that are
 * sorted by popularity carry the cache tag `sales` and are stale when {@link aggregateSales} has counted them.
 */
export async function recordSales(tx: Tx, sold: readonly { productId: number; quantity: number }[]): Promise<void> {
  if (sold.length === 0) return;
  await tx.run(sql`
    insert into sold_piece (product_id, quantity)
    select * from unnest(${sold.map(({ productId }) => productId)}::integer[],
      ${sold.map(({ quantity }) => quantity)}::integer[])`);
}

/**
 * Notes pieces sold as {@link recordSales} does, as part of the statement that writes their order.
 * @param lines a subquery with `product_id` and `quantity`
 */
export const soldWith = (lines: Sql): Sql => sql`
  insert into sold_piece (product_id, quantity) select product_id, quantity from (${lines}) sold`;

/** in one transaction: what a busy minute sells, since counting costs by the product */
const mostCounted = 50_000;

/** Announces the pages of what was sold since the last time: they say how many are left. @returns how many sales those were */
export async function announceStockChanges(tx: Tx): Promise<number> {
  const row = await tx.one<{ told: number }>(sql`select tell_sold() told`);
  return row?.told ?? 0;
}

/** Counts on the products what was sold since the last time, and announces what {@link announceStockChanges} has not. @returns how many sales those were */
export async function aggregateSales(tx: Tx): Promise<number> {
  await tx.withoutTimeouts();
  const row = await tx.one<{ count: number }>(sql`select count_sold(${mostCounted}) count`);
  return row?.count ?? 0;
}

import { sql, type Tx } from "../kernel/database.ts";

/** Pieces of one stock, see Purchasable.stockId. */
export interface Pieces {
  stockId: number;
  quantity: number;
}

export type Taken =
  | { ok: true }
  /** nothing was taken; these have fewer pieces than asked for */
  | { ok: false; short: { stockId: number; available: number }[] };

/** Asked for twice is asked for in sum: two sizes may share their pieces. */
function summed(pieces: readonly Pieces[]): { ids: number[]; quantities: number[] } {
  const sums = new Map<number, number>();
  for (const { stockId, quantity } of pieces) sums.set(stockId, (sums.get(stockId) ?? 0) + quantity);
  const ids = [...sums.keys()].sort((one, other) => one - other);
  return { ids, quantities: ids.map((id) => sums.get(id) ?? 0) };
}

// always in the order of ids: two orders that want the same pieces wait for each other, and never in a circle
const lockStock = (tx: Tx, ids: readonly number[]): Promise<{ stockId: number; available: number }[]> =>
  tx.all(sql`
    select id "stockId", quantity available from stock where id = any(${ids}::integer[]) order by id for update`);

/**
 * For stock that runs out or comes back, which may change what its products are shown as: two sizes that sell out at
 * once, each with a stock of its own, would each take the other for left. All products of an order, in the order of ids.
 */
const lockProducts = (tx: Tx, stockIds: readonly number[]): Promise<unknown> =>
  tx.all(sql`
    select id from product where id in (
      select id from product where stock_id = any(${stockIds}::integer[])
      union select product_id from variation where stock_id = any(${stockIds}::integer[]))
    order by id for no key update`);

/**
 * Takes all of the pieces or none. The rows stay locked until the transaction ends.
 * Product pages, and lists where something sells out, are announced as stale by the database itself.
 */
export async function takeStock(tx: Tx, pieces: readonly Pieces[]): Promise<Taken> {
  const { ids, quantities } = summed(pieces);
  if (ids.length === 0) return { ok: true };
  const onHand = new Map((await lockStock(tx, ids)).map(({ stockId, available }) => [stockId, available]));
  const short = ids
    .map((stockId) => ({ stockId, available: onHand.get(stockId) ?? 0 }))
    .filter(({ available }, index) => available < (quantities[index] ?? 0));
  if (short.length > 0) return { ok: false, short };
  if (ids.some((id, index) => onHand.get(id) === quantities[index])) await lockProducts(tx, ids);
  await tx.run(sql`
    update stock s set quantity = s.quantity - w.quantity
    from unnest(${ids}::integer[], ${quantities}::integer[]) w (id, quantity) where s.id = w.id`);
  return { ok: true };
}

/** Gives pieces back. Whoever calls makes sure that it happens once. Stock that no longer exists is passed over. */
export async function giveBackStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  const { ids, quantities } = summed(pieces);
  if (ids.length === 0) return;
  const before = await lockStock(tx, ids);
  if (before.some(({ available }) => available === 0)) await lockProducts(tx, ids);
  await tx.run(sql`
    update stock s set quantity = s.quantity + w.quantity
    from unnest(${ids}::integer[], ${quantities}::integer[]) w (id, quantity) where s.id = w.id`);
}

/**
 * Counts pieces sold towards popularity; negative quantities take a cancelled order's back. Lists that are sorted by
 * popularity carry the cache tag `sales` and are stale thereby.
 */
export async function countSales(tx: Tx, sold: readonly { productId: number; quantity: number }[]): Promise<void> {
  const { ids, quantities } = summed(sold.map(({ productId, quantity }) => ({ stockId: productId, quantity })));
  if (ids.length === 0) return;
  await tx.run(sql`
    with counted as (
      update product p set total_sales = greatest(0, p.total_sales + w.quantity)
      from unnest(${ids}::integer[], ${quantities}::integer[]) w (id, quantity)
        join (select id from product where id = any(${ids}::integer[]) order by id for update) locked on locked.id = w.id
      where p.id = w.id returning 1)
    select announce_catalogue(array['sales']) where exists (select from counted)`);
}

/**
 * Announces, when the transaction commits, that pages and lists with these products are stale, their categories' too.
 * Before a product leaves a category or the shop, as well as after: its categories are those it has at the moment.
 */
export async function announceProducts(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length > 0) await tx.run(sql`select announce_products(${productIds}::integer[])`);
}

import { lockStock, recordSales, releaseStock, reserveStock } from "#shop/catalog/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { type LineError, throwLineErrors } from "../line-errors.ts";
import { lineName, type OrderLine } from "../order.ts";
import type { OrderActor } from "../order-status.ts";
import type { UpdatedLine } from "./line-changes.ts";

type Quantities = Map<number, number>;

const sumByKey = (pairs: readonly (readonly [id: number | null, quantity: number])[]): Quantities => {
  const sums: Quantities = new Map();
  for (const [id, quantity] of pairs) if (id !== null) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return sums;
};

/** The difference of each quantity, negative if it decreased. */
const differences = (before: Quantities, after: Quantities): [id: number, more: number][] =>
  [...new Set([...before.keys(), ...after.keys()])].map((id) => [id, (after.get(id) ?? 0) - (before.get(id) ?? 0)]);

type ShortStock = readonly { stockId: number; available: number }[];

/** @throws HttpError 400 with each line whose stock is short, in its message and in `data.details` */
export function throwShortLines(
  lines: readonly (Pick<UpdatedLine, "productId" | "variationId" | "name" | "options" | "ownName"> & {
    stockId: number | null;
    index: number | null;
  })[],
  short: ShortStock,
): never {
  const availableByStock = new Map(short.map(({ stockId, available }) => [stockId, available]));
  const errors = lines.flatMap((line, place): LineError[] => {
    const available = line.stockId === null ? undefined : availableByStock.get(line.stockId);
    if (available === undefined) return [];
    const index = line.index ?? place;
    const message = `line_items[${index}]: "${lineName(line, "vi")}" is out of stock, ${available} left.`;
    const { productId: product_id, variationId: variation_id } = line;
    return [{ index, product_id, variation_id, code: "out_of_stock", message, available }];
  });
  throwLineErrors("line_items", errors);
}

/**
 * Changes an order's reservations from its previous lines to its new ones.
 * @throws HttpError 400 with the lines for which stock is short; the transaction must be rolled back then
 */
export async function updateReservedStock(
  tx: Tx,
  before: readonly OrderLine[],
  after: readonly UpdatedLine[],
  { orderId, actor }: { orderId: number; actor: OrderActor },
): Promise<void> {
  const changes = differences(
    sumByKey(before.map(({ stockId, quantity, restocked }) => [stockId, quantity - restocked])),
    sumByKey(after.map(({ reservedStockId: takesFrom, quantity, restocked }) => [takesFrom, quantity - restocked])),
  ).map(([stockId, more]) => ({ stockId, more }));
  if (changes.length === 0) return;
  // locks all rows in the order of their ids: reserving some and then releasing others could deadlock
  await lockStock(
    tx,
    changes.map(({ stockId }) => stockId),
  );
  const reservation = await reserveStock(
    tx,
    changes.flatMap(({ stockId, more }) => (more > 0 ? [{ stockId, quantity: more }] : [])),
    { reason: "sold", orderId, actor },
  );
  if (!reservation.ok) {
    const changed = after.map((line) => ({ ...line, stockId: line.reservedStockId }));
    const named = changed.filter(({ index }) => index !== null);
    throwShortLines(named.length > 0 ? named : changed, reservation.short);
  }
  await releaseStock(
    tx,
    changes.flatMap(({ stockId, more }) => (more < 0 ? [{ stockId, quantity: -more }] : [])),
    { reason: "cancelled", orderId, actor },
  );
  const sold = (lines: readonly Pick<OrderLine, "productId" | "quantity" | "restocked">[]) =>
    sumByKey(lines.map(({ productId, quantity, restocked }) => [productId, quantity - restocked]));
  await recordSales(
    tx,
    differences(sold(before), sold(after)).flatMap(([productId, quantity]) =>
      quantity ? [{ productId, quantity }] : [],
    ),
  );
}

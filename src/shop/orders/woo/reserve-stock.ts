import { lockStock, recordSales, releaseStock, reserveStock } from "#shop/catalog/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { type LineError, throwLineErrors } from "../line-errors.ts";
import { lineName, type OrderLine } from "../order.ts";
import type { UpdatedLine } from "./line-changes.ts";

type Sums = Map<number, number>;

const summed = (pairs: readonly (readonly [id: number | null, quantity: number])[]): Sums => {
  const sums: Sums = new Map();
  for (const [id, quantity] of pairs) if (id !== null) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return sums;
};

/** What is more, and what is less, than it was. */
const differences = (before: Sums, after: Sums): [id: number, more: number][] =>
  [...new Set([...before.keys(), ...after.keys()])].map((id) => [id, (after.get(id) ?? 0) - (before.get(id) ?? 0)]);

type Short = readonly { stockId: number; available: number }[];

/** @throws Refusal 400 naming each line whose pieces somebody else has, in its message and in `data.details` */
export function refuseShortLines(
  lines: readonly (Pick<UpdatedLine, "productId" | "variationId" | "name" | "options" | "ownName"> & {
    stockId: number | null;
    index: number | null;
  })[],
  short: Short,
): never {
  const left = new Map(short.map(({ stockId, available }) => [stockId, available]));
  const bad = lines.flatMap((line, place): LineError[] => {
    const available = line.stockId === null ? undefined : left.get(line.stockId);
    if (available === undefined) return [];
    const index = line.index ?? place;
    const message = `line_items[${index}]: "${lineName(line, "vi")}" is out of stock, ${available} left.`;
    const { productId: product_id, variationId: variation_id } = line;
    return [{ index, product_id, variation_id, code: "out_of_stock", message, available }];
  });
  throwLineErrors("line_items", bad);
}

/**
 * Makes an order hold the pieces of its lines as they are now, where it held those of its lines as they were.
 * @throws Refusal 400 naming the lines for which there are not enough; the transaction must end then
 */
export async function updateReservedStock(
  tx: Tx,
  before: readonly OrderLine[],
  after: readonly UpdatedLine[],
): Promise<void> {
  const moves = differences(
    summed(before.map(({ stockId, quantity, restocked }) => [stockId, quantity - restocked])),
    summed(after.map(({ takesFrom, quantity, restocked }) => [takesFrom, quantity - restocked])),
  ).map(([stockId, more]) => ({ stockId, more }));
  if (moves.length === 0) return;
  // all at once and in the order of ids: to take some and then to give others back could go in a circle with somebody else
  await lockStock(
    tx,
    moves.map(({ stockId }) => stockId),
  );
  const taken = await reserveStock(
    tx,
    moves.flatMap(({ stockId, more }) => (more > 0 ? [{ stockId, quantity: more }] : [])),
  );
  if (!taken.ok) {
    const changed = after.map((line) => ({ ...line, stockId: line.takesFrom }));
    const named = changed.filter(({ index }) => index !== null);
    refuseShortLines(named.length > 0 ? named : changed, taken.short);
  }
  await releaseStock(
    tx,
    moves.flatMap(({ stockId, more }) => (more < 0 ? [{ stockId, quantity: -more }] : [])),
  );
  const sold = (lines: readonly Pick<OrderLine, "productId" | "quantity" | "restocked">[]) =>
    summed(lines.map(({ productId, quantity, restocked }) => [productId, quantity - restocked]));
  await recordSales(
    tx,
    differences(sold(before), sold(after)).flatMap(([productId, quantity]) =>
      quantity ? [{ productId, quantity }] : [],
    ),
  );
}

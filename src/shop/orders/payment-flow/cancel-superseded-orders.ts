import { findPurchasables } from "#shop/catalog/index.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { mergeDuplicateLines } from "../checkout/check-lines.ts";
import type { WantedLine } from "../checkout/checkout.ts";
import { lockOrder } from "../lock-order.ts";
import { cancelUnpaidOrder, isAwaitingPayment } from "./cancel-unpaid-order.ts";

interface Holding {
  id: number;
  stockId: number;
  pieces: number;
}

/** Waiting orders of a customer none of whose attempts can be paid any more, with what they hold. */
const failedOrders = (reader: Reader, customerId: number): Promise<Holding[]> =>
  reader.all(sql`
    select o.id, l.stock_id "stockId", sum(l.quantity - l.restocked)::integer pieces
    from orders o join order_line l on l.order_id = o.id
    where o.customer_id = ${customerId} and ${isAwaitingPayment} and o.stock_held and l.stock_id is not null
      and not exists (
        select from payment p where p.order_id = o.id and p.status not in ('failed', 'cancelled', 'expired'))
    group by o.id, l.stock_id order by o.id`);

/** How many pieces are wanted of each stock that has fewer. */
async function shortStocks(reader: Reader, lines: readonly WantedLine[]): Promise<Map<number, number>> {
  const wanted = mergeDuplicateLines(lines);
  const pieces = await findPurchasables(reader, wanted);
  const sums = new Map<number, { wanted: number; available: number }>();
  for (const [index, piece] of pieces.entries()) {
    if (!piece) continue;
    const before = sums.get(piece.stockId)?.wanted ?? 0;
    sums.set(piece.stockId, { wanted: before + (wanted[index]?.quantity ?? 0), available: piece.available });
  }
  const short = [...sums].filter(([, sum]) => sum.wanted > sum.available);
  return new Map(short.map(([stockId, sum]) => [stockId, sum.wanted]));
}

/**
 * Nobody is locked out of the last piece by their own failed attempt, whatever else they want with it now: a customer's
 * orders, to be given up, that hold what is short for these lines and whose attempts have all come to nothing.
 */
export async function findFailedOrdersHoldingStock(
  reader: Reader,
  { customerId, lines }: { customerId: number; lines: readonly WantedLine[] },
): Promise<number[]> {
  const holdings = await failedOrders(reader, customerId);
  if (holdings.length === 0) return [];
  const short = await shortStocks(reader, lines);
  const enough = holdings.filter(({ stockId, pieces }) => pieces >= (short.get(stockId) ?? Number.POSITIVE_INFINITY));
  return [...new Set(enough.map(({ id }) => id))];
}

/** Gives these orders up, those that are still as they were found: their pieces are free. */
export async function cancelFailedOrder(
  tx: Tx,
  orderIds: readonly number[],
  { customerId, now }: { customerId: number; now: Date },
): Promise<void> {
  if (orderIds.length === 0) return;
  for (const id of orderIds) await lockOrder(tx, id);
  const still = new Set((await failedOrders(tx, customerId)).map(({ id }) => id));
  for (const id of orderIds) if (still.has(id)) await cancelUnpaidOrder(tx, id, { actor: "job", now });
}

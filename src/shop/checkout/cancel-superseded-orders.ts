import type { Language } from "#contract/language.ts";
import { findPurchasables } from "#shop/catalog/index.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment, lockOrder, ownedBy } from "#shop/orders/index.ts";
import { assertNoCapture, cancelUnpaidOrder } from "#shop/payment-flow/index.ts";
import { mergeDuplicateLines } from "./check-lines.ts";
import type { RequestedLine } from "./checkout.ts";

interface ReservedStockRow {
  id: number;
  stockId: number;
  quantity: number;
}

/**
 * A customer's orders that await payment although none of their attempts can still succeed, with the stock they
 * reserve.
 */
const findFailedOrders = (reader: Reader, buyer: Buyer): Promise<ReservedStockRow[]> =>
  reader.all(sql`
    select o.id, l.stock_id "stockId", sum(l.quantity - l.restocked)::integer quantity
    from orders o join order_line l on l.order_id = o.id
    where ${ownedBy(buyer)} and ${isAwaitingPayment} and o.stock_reserved and l.stock_id is not null
      and not exists (
        select from payment p where p.order_id = o.id and p.status not in ('failed', 'cancelled', 'expired'))
    group by o.id, l.stock_id order by o.id`);

/** The stocks that do not suffice for these lines, with the quantity requested of each. */
async function findShortStocks(reader: Reader, lines: readonly RequestedLine[]): Promise<Map<number, number>> {
  const requested = mergeDuplicateLines(lines);
  const products = await findPurchasables(reader, requested);
  const sums = new Map<number, { requested: number; available: number }>();
  for (const [index, product] of products.entries()) {
    if (!product) continue;
    const before = sums.get(product.stockId)?.requested ?? 0;
    const quantity = requested[index]?.quantity ?? 0;
    sums.set(product.stockId, { requested: before + quantity, available: product.available });
  }
  const short = [...sums].filter(([, sum]) => sum.requested > sum.available);
  return new Map(short.map(([stockId, sum]) => [stockId, sum.requested]));
}

/**
 * Finds the customer's own orders that reserve the missing stock and whose payment attempts all failed. Cancelling them
 * frees that stock, so that a failed attempt never locks its customer out of the last unit.
 */
export async function findFailedOrdersHoldingStock(
  reader: Reader,
  { buyer, lines }: { buyer: Buyer; lines: readonly RequestedLine[] },
): Promise<number[]> {
  const reservations = await findFailedOrders(reader, buyer);
  if (reservations.length === 0) return [];
  const short = await findShortStocks(reader, lines);
  const sufficient = reservations.filter(
    ({ stockId, quantity }) => quantity >= (short.get(stockId) ?? Number.POSITIVE_INFINITY),
  );
  return [...new Set(sufficient.map(({ id }) => id))];
}

/**
 * Cancels those of these orders that have not changed since they were found, and so frees their stock.
 * @param replacedBy the new order's id
 * @throws HttpError 409 while one of them is being paid by a capture
 */
export async function cancelFailedOrders(
  tx: Tx,
  orderIds: readonly number[],
  { buyer, now, replacedBy, lang }: { buyer: Buyer; now: Date; replacedBy: number; lang: Language },
): Promise<void> {
  if (orderIds.length === 0) return;
  for (const id of orderIds) await lockOrder(tx, id);
  await assertNoCapture(tx, orderIds, { now, lang });
  const unchanged = new Set((await findFailedOrders(tx, buyer)).map(({ id }) => id));
  for (const id of orderIds) if (unchanged.has(id)) await cancelUnpaidOrder(tx, id, { actor: "job", now, replacedBy });
}

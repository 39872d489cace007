import type { Dong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment, ownedBy } from "#shop/orders/index.ts";
import { canRetryPayment } from "#shop/payment-flow/index.ts";
import { mergeDuplicateLines } from "./check-lines.ts";
import type { RequestedLine } from "./checkout.ts";
import { combineKeys, keyOfLine } from "./line-keys.ts";

/** An expired order counts as long as its payment may still arrive: gateways repeat their notifications for hours. */
const latePaymentMs = dayMs;

/** A customer's unpaid online order, which the current submit resumes or replaces. */
export interface UnpaidOrder {
  id: number;
  /** it has the lines of the current submit, and no others */
  hasSameLines: boolean;
  /** it was cancelled or failed unpaid a short time ago, but its payment may still arrive */
  isClosed: boolean;
  /**
   * it is open, has the same lines, and its stock reservation lasts long enough for another attempt; otherwise the order
   * is cancelled and its stock released
   */
  canResume: boolean;
  /** with their stored prices */
  lines: readonly StoredLine[];
  /** without shipping */
  itemsTotal: Dong;
}

type StoredLine = RequestedLine & { total: Dong };

interface UnpaidOrderRow {
  id: number;
  isClosed: boolean;
  /** null for a closed order */
  reservedUntil: Date | null;
  firstAttemptAt: Date;
  itemsTotal: Dong;
  lines: StoredLine[];
}

/** The lines of the order `o`. */
const storedLines: Sql = sql`coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id,
  'variationId', l.variation_id, 'quantity', l.quantity, 'total', l.total)) from order_line l where l.order_id = o.id), '[]')`;

/** The amounts of an order as they are stored. */
interface StoredAmounts {
  lines: StoredLine[];
  shippingTotal: Dong;
  total: Dong;
}

export async function readAmounts(reader: Reader, orderId: number): Promise<StoredAmounts> {
  const row = await reader.one<StoredAmounts>(
    sql`select ${storedLines} lines, o.shipping_total "shippingTotal", o.total from orders o where o.id = ${orderId}`,
  );
  if (!row) throw new Error(`there is no order ${orderId}`);
  return row;
}

const quantitiesKey = (lines: readonly RequestedLine[]): string =>
  combineKeys(mergeDuplicateLines(lines).map((line) => `${keyOfLine(line)}:${line.quantity}`));

/** The lines of a submit, by which its customer's earlier orders are found. */
export interface OrderedLines {
  buyer: Buyer;
  lines: readonly RequestedLine[];
  /**
   * whether the order is made from the cart: its lines stay there until it is paid, and a later order with one of these
   * lines replaces it, so that each line is bought once
   */
  fromCart: boolean;
  now: Date;
}

/** Condition: the order `o` is unpaid, or was closed unpaid so recently that a gateway may still report its payment. */
export const mayBecomePaid = (now: Date): Sql => sql`((${isAwaitingPayment} and o.stock_reserved)
  or (o.status in ('cancelled', 'failed') and o.paid_at is null and o.replaced_by is null
    and o.created_at > ${new Date(now.getTime() - latePaymentMs)}
    and exists (select from payment p where p.order_id = o.id and p.method <> ${codMethodId})))`;

/**
 * A customer's unpaid orders with the same products, variations and quantities; for an order from the cart, also those
 * that share one of its lines. The newest comes first. Orders that expired a short time ago are included.
 */
export async function findUnpaid(
  reader: Reader,
  { buyer, lines, fromCart, now }: OrderedLines,
): Promise<UnpaidOrder[]> {
  const rows = await reader.all<UnpaidOrderRow>(sql`
    select o.id, o.status <> 'pending' "isClosed", o.stock_reserved_until "reservedUntil", o.subtotal - o.discount_total + o.fee_total "itemsTotal",
      (select coalesce(min(p.created_at), o.created_at) from payment p where p.order_id = o.id and p.method <> ${codMethodId})
        "firstAttemptAt",
      ${storedLines} lines
    from orders o where ${ownedBy(buyer)} and ${mayBecomePaid(now)}
    order by o.id desc`);
  const key = quantitiesKey(lines);
  const cartKeys = new Set(fromCart ? lines.map(keyOfLine) : []);
  return rows
    .map(({ reservedUntil, firstAttemptAt, ...order }) => {
      const hasSameLines = quantitiesKey(order.lines) === key;
      return {
        ...order,
        hasSameLines,
        canResume:
          hasSameLines && reservedUntil !== null && reservedUntil > now && canRetryPayment(firstAttemptAt, now),
      };
    })
    .filter((order) => order.hasSameLines || order.lines.some((line) => cartKeys.has(keyOfLine(line))));
}

/** The quantities that these orders reserve, by stock id. */
export async function reservedStockOf(reader: Reader, orderIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await reader.all<{ stockId: number; quantity: number }>(sql`
    select l.stock_id "stockId", sum(l.quantity - l.restocked)::integer quantity
    from order_line l join orders o on o.id = l.order_id
    where o.id = any(${[...orderIds]}::integer[]) and o.stock_reserved and l.stock_id is not null group by l.stock_id`);
  return new Map(rows.map(({ stockId, quantity }) => [stockId, quantity]));
}

/** The newest of these orders that has been paid by now, or null. */
export async function findPaid(reader: Reader, orderIds: readonly number[]): Promise<number | null> {
  const row = await reader.one<{ id: number }>(sql`
    select o.id from orders o where o.id = any(${[...orderIds]}::integer[])
      and (o.status in ('processing', 'completed') or (o.status = 'on-hold' and exists (
        select from payment p where p.order_id = o.id and (p.review_started_at is not null or p.status = 'succeeded'))))
    order by o.id desc limit 1`);
  return row?.id ?? null;
}

import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { mergeDuplicateLines } from "../checkout/check-lines.ts";
import type { WantedLine } from "../checkout/checkout.ts";
import { isAwaitingPayment } from "./cancel-unpaid-order.ts";
import { canRetryPayment } from "./payment-deadlines.ts";

/** An order of the shopper's own that waits to be paid online, with the very lines that they want again. */
export interface UnpaidOrder {
  id: number;
  /** its hold lasts, so that it can be taken up again; else it is given up, and its pieces are free */
  held: boolean;
  firstAttemptAt: Date;
}

interface Row {
  id: number;
  holdUntil: Date;
  firstAttemptAt: Date;
  lines: WantedLine[];
}

/** Lines as a text that is equal for equal lines, in whatever order they come. */
const nameOf = (lines: readonly WantedLine[]): string =>
  mergeDuplicateLines(lines)
    .map(({ productId, variationId, quantity }) => `${productId}/${variationId ?? 0}x${quantity}`)
    .sort()
    .join(" ");

/** A customer's unpaid orders with the same products, variations and quantities, the newest first. */
export async function findUnpaid(
  reader: Reader,
  { customerId, lines, now }: { customerId: number; lines: readonly WantedLine[]; now: Date },
): Promise<UnpaidOrder[]> {
  const rows = await reader.all<Row>(sql`
    select o.id, o.hold_until "holdUntil",
      (select coalesce(min(p.created_at), o.created_at) from payment p where p.order_id = o.id and p.method <> 'cod')
        "firstAttemptAt",
      coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'variationId', l.variation_id,
        'quantity', l.quantity)) from order_line l where l.order_id = o.id), '[]') lines
    from orders o where o.customer_id = ${customerId} and ${isAwaitingPayment} and o.stock_held
    order by o.id desc`);
  const wanted = nameOf(lines);
  return rows
    .filter((row) => nameOf(row.lines) === wanted)
    .map(({ id, holdUntil, firstAttemptAt }) => ({
      ...{ id, firstAttemptAt },
      held: holdUntil > now && canRetryPayment(firstAttemptAt, now),
    }));
}

/** The pieces that orders hold, by stock. */
export async function reservedStockOf(reader: Reader, orderIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await reader.all<{ stockId: number; pieces: number }>(sql`
    select l.stock_id "stockId", sum(l.quantity - l.restocked)::integer pieces
    from order_line l join orders o on o.id = l.order_id
    where o.id = any(${[...orderIds]}::integer[]) and o.stock_held and l.stock_id is not null group by l.stock_id`);
  return new Map(rows.map(({ stockId, pieces }) => [stockId, pieces]));
}

/** Those of these orders that have been paid meanwhile, the newest first. */
export async function filterPaid(reader: Reader, orderIds: readonly number[]): Promise<number | null> {
  const row = await reader.one<{ id: number }>(sql`
    select o.id from orders o where o.id = any(${[...orderIds]}::integer[])
      and (o.status in ('processing', 'completed') or (o.status = 'on-hold' and exists (
        select from payment p where p.order_id = o.id and (p.held_at is not null or p.status = 'succeeded'))))
    order by o.id desc limit 1`);
  return row?.id ?? null;
}

import { expect } from "vitest";
import type { AcknowledgedOrder } from "./customer.ts";
import { countStock } from "./stock-helpers.ts";
import type { QueryFunction } from "./shop-database.ts";

interface OrderRow {
  id: number;
  key: string | null;
  status: string;
  total: number;
  sum: number;
  subtotal: number;
  lines: { product: number; variation: number; quantity: number; price: number }[];
  linesTotal: number;
  creationEvents: number;
  emails: number;
  payments: { method: string; amount: number; status: string }[];
}

/** Orders newer than `since`, each with its lines, payments and emails. */
const readOrders = (query: QueryFunction, since: number): Promise<OrderRow[]> =>
  query<OrderRow>(
    `select o.id, o.status, o.total, o.subtotal, o.subtotal - o.discount_total + o.shipping_total + o.fee_total "sum",
            (select k.key from idempotency_key k where k.order_id = o.id) "key",
            coalesce((select jsonb_agg(jsonb_build_object('product', l.product_id, 'variation', coalesce(l.variation_id, 0),
              'quantity', l.quantity, 'price', l.unit_price) order by l.id) from order_line l where l.order_id = o.id), '[]') "lines",
            coalesce((select sum(l.total) from order_line l where l.order_id = o.id), 0)::bigint "linesTotal",
            (select count(*) from order_event e where e.order_id = o.id and e.from_status is null) "creationEvents",
            (select count(*) from outbox where unique_key = 'order_received:' || o.id) "emails",
            coalesce((select jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount, 'status', p.status))
              from payment p where p.order_id = o.id), '[]') "payments"
     from orders o where o.id > $1 order by o.id`,
    [since],
  );

/** The id of the newest order. */
export async function newestOrder(query: QueryFunction): Promise<number> {
  const rows = await query<{ id: number }>("select coalesce(max(id), 0) id from orders");
  return rows[0]?.id ?? 0;
}

/** Checks that an order is complete, whether or not it was acknowledged. */
function expectComplete(order: OrderRow): void {
  const { id, status, total, linesTotal, creationEvents, emails, payments } = order;
  expect({ id, status, total, linesTotal, creationEvents, emails, payments }).toEqual({
    id,
    status: "pending",
    total: order.sum,
    linesTotal: order.subtotal,
    creationEvents: 1,
    emails: 1,
    payments: [{ method: "cod", amount: total, status: "pending" }],
  });
  expect(order.key, `order ${id} has an idempotency key`).not.toBeNull();
  expect(order.lines.length).toBeGreaterThan(0);
}

const sortedLines = (lines: readonly { product: number; variation: number; quantity: number; price: number }[]) =>
  lines.map(({ product, variation, quantity, price }) => `${product}/${variation} × ${quantity} at ${price}`).sort();

/** Checks that each acknowledged order exists once, with the requested quantities. */
function expectAcknowledged(acknowledged: readonly AcknowledgedOrder[], orders: readonly OrderRow[]): void {
  const byId = new Map(orders.map((order) => [order.id, order]));
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
  for (const { id, key, requested } of acknowledged) {
    const order = byId.get(id);
    expect(order, `order ${id} was acknowledged but is not stored`).toBeDefined();
    expect(order?.key).toBe(key);
    const expectedLines = requested.map(({ item, quantity }) => ({
      product: item.productId,
      variation: item.variationId,
      quantity,
      price: item.price,
    }));
    expect(sortedLines(order?.lines ?? [])).toEqual(sortedLines(expectedLines));
  }
}

/** The stock that all orders with reserved stock have taken, by stock id. */
async function reservedStock(query: QueryFunction, since: number): Promise<Map<number, number>> {
  const rows = await query<{ id: number; quantity: number }>(
    `select l.stock_id id, sum(l.quantity)::bigint quantity from order_line l join orders o on o.id = l.order_id
     where o.stock_reserved and o.id > $1 group by l.stock_id`,
    [since],
  );
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

/**
 * Checks the database against the acknowledged orders.
 * @param before stock and the newest order before the first order of the run
 * @returns the number of orders
 */
export async function assertOrderInvariants(
  query: QueryFunction,
  before: { stock: ReadonlyMap<number, number>; newestOrder: number },
  acknowledged: readonly AcknowledgedOrder[],
): Promise<number> {
  const orders = await readOrders(query, before.newestOrder);
  for (const order of orders) expectComplete(order);
  expectAcknowledged(acknowledged, orders);
  const reserved = await reservedStock(query, before.newestOrder);
  const left = [...before.stock].map(([id, quantity]): [number, number] => [id, quantity - (reserved.get(id) ?? 0)]);
  expect(await countStock(query)).toEqual(new Map(left));
  return orders.length;
}

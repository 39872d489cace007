import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { visitorCartMs } from "#shop/kernel/auth/sessions.ts";

/** What an order took of a cart. */
export interface OrderedLine {
  productId: number;
  variationId: number | null;
  quantity: number;
}

/**
 * Takes what was ordered out of the customer's cart, in the order's transaction: a line leaves it, or keeps what it holds
 * beyond the order. Other lines stay; a customer without a cart, or without these lines, is no error.
 * @returns parts of a statement's `with`
 */
export const orderedLinesRemoved = (customerId: number, lines: readonly OrderedLine[]): Sql => sql`
  ordered as (
    select "productId" product_id, "variationId" variation_id, sum(quantity) quantity
    from jsonb_to_recordset(${json(lines)}::jsonb) line ("productId" integer, "variationId" integer, quantity integer)
    group by 1, 2
  ), held as (
    update cart set version = version + 1, updated_at = now() where customer_id = ${customerId} returning id
  ), gone as (
    delete from cart_line l using held, ordered o
    where l.cart_id = held.id and l.product_id = o.product_id and l.variation_id is not distinct from o.variation_id
      and l.quantity <= o.quantity
  ), fewer as (
    update cart_line l set quantity = l.quantity - o.quantity from held, ordered o
    where l.cart_id = held.id and l.product_id = o.product_id and l.variation_id is not distinct from o.variation_id
      and l.quantity > o.quantity
  )`;

/** The same as a statement of its own. */
export async function removeOrderedLines(tx: Tx, customerId: number, lines: readonly OrderedLine[]): Promise<void> {
  if (lines.length > 0) await tx.run(sql`with ${orderedLinesRemoved(customerId, lines)} select`);
}

/** Removes visitors' carts that nobody has changed for 30 days. */
export const sweepVisitorCarts = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from cart where token_hash is not null and updated_at <= ${new Date(now.getTime() - visitorCartMs)}`);

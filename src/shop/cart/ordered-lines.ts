import type { Guest } from "#shop/kernel/auth/buyer.ts";
import { guestCartMs } from "#shop/kernel/auth/sessions.ts";
import { empty, json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** A cart line's quantity that was ordered. */
export interface OrderedLine {
  productId: number;
  variationId: number | null;
  quantity: number;
}

/** Whose cart it is: a customer's, or by its token's hash a guest's. */
export type BuyerOfCart = { customerId: number } | Pick<Guest, "customerId" | "cart">;

const isCartOf = (buyer: BuyerOfCart): Sql =>
  buyer.customerId === null ? sql`token_hash = ${buyer.cart}` : sql`customer_id = ${buyer.customerId}`;

/**
 * Removes ordered quantities from the buyer's cart, in the order's transaction: a line is deleted, or reduced if it
 * has more than was ordered. Other lines stay; a missing cart or line is no error.
 * @param orderedAt when the order was submitted, if not now: lines that were added to the cart later stay
 * @returns CTEs for a statement's `with`
 */
export function removeOrderedLinesSql(buyer: BuyerOfCart, lines: readonly OrderedLine[], orderedAt?: Date): Sql {
  // lines that were added at once differ by microseconds, which keep their order
  const wasInCart = orderedAt ? sql`and date_trunc('milliseconds', l.added_at) <= ${orderedAt}` : empty;
  return sql`
  ordered as (
    select "productId" product_id, "variationId" variation_id, sum(quantity) quantity
    from jsonb_to_recordset(${json(lines)}::jsonb) line ("productId" integer, "variationId" integer, quantity integer)
    group by 1, 2
  ), buyer_cart as (
    update cart set version = version + 1, updated_at = now() where ${isCartOf(buyer)} returning id
  ), deleted as (
    delete from cart_line l using buyer_cart, ordered o
    where l.cart_id = buyer_cart.id and l.product_id = o.product_id and l.variation_id is not distinct from o.variation_id
      and l.quantity <= o.quantity ${wasInCart}
  ), reduced as (
    update cart_line l set quantity = l.quantity - o.quantity from buyer_cart, ordered o
    where l.cart_id = buyer_cart.id and l.product_id = o.product_id and l.variation_id is not distinct from o.variation_id
      and l.quantity > o.quantity ${wasInCart}
  )`;
}

/** The same as a separate statement. */
export async function removeOrderedLines(
  tx: Tx,
  buyer: BuyerOfCart,
  lines: readonly OrderedLine[],
  orderedAt?: Date,
): Promise<void> {
  if (lines.length > 0) await tx.run(sql`with ${removeOrderedLinesSql(buyer, lines, orderedAt)} select`);
}

/** Whether the buyer's cart has each of these lines, with this quantity. */
export async function areLinesInCart(
  reader: Reader,
  buyer: BuyerOfCart,
  lines: readonly OrderedLine[],
): Promise<boolean> {
  const missing = await reader.one(sql`
    select from jsonb_to_recordset(${json(lines)}::jsonb) line ("productId" integer, "variationId" integer, quantity integer)
    where not exists (
      select from cart c join cart_line l on l.cart_id = c.id
      where ${isCartOf(buyer)} and l.product_id = line."productId"
        and l.variation_id is not distinct from line."variationId" and l.quantity = line.quantity)
    limit 1`);
  return missing === undefined;
}

/** Deletes guest carts that have not changed for 30 days. */
export const deleteExpiredGuestCarts = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from cart where token_hash is not null and updated_at <= ${new Date(now.getTime() - guestCartMs)}`);

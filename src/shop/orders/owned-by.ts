import { type Buyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** Condition on `orders o`: a customer's own order, or one that a guest's browser has placed. */
export const ownedBy = (buyer: Buyer): Sql =>
  isGuest(buyer)
    ? sql`(o.customer_id is null and o.id in (
        select order_id from guest_order where visitor = ${buyer.visitor} and placed_at > ${buyer.readsSince}))`
    : sql`o.customer_id = ${buyer.customerId}`;

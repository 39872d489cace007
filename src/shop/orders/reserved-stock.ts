import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment } from "./awaiting-payment.ts";

/**
 * What a customer's own unpaid orders hold of each stock, as `{stock id: pieces}`, null for nothing. Trying again takes such
 * an order over whole, so of two orders that hold the same stock the larger counts, and not their sum.
 * @param customerId an expression; where it is null nothing is held
 */
export const ownReservedStock = (customerId: Sql): Sql => sql`(
  select jsonb_object_agg(most.stock_id, most.pieces) from (
    select held.stock_id, max(held.pieces) pieces from (
      select l.stock_id, sum(l.quantity - l.restocked) pieces from orders o join order_line l on l.order_id = o.id
      where o.customer_id = ${customerId} and ${isAwaitingPayment} and o.stock_held and l.stock_id is not null
      group by o.id, l.stock_id) held
    group by held.stock_id) most)`;

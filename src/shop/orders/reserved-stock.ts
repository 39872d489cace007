import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment } from "./awaiting-payment.ts";

/**
 * The stock that a customer's own unpaid orders reserve, as `{stock id: quantity}`, null for none. A retry resumes one
 * order as a whole, so for orders that reserve the same stock the largest quantity counts, not the sum.
 * @param customerId an SQL expression; if it is null nothing is reserved
 */
export const ownReservedStock = (customerId: Sql): Sql => sql`(
  select jsonb_object_agg(per_stock.stock_id, per_stock.quantity) from (
    select per_order.stock_id, max(per_order.quantity) quantity from (
      select l.stock_id, sum(l.quantity - l.restocked) quantity from orders o join order_line l on l.order_id = o.id
      where o.customer_id = ${customerId} and ${isAwaitingPayment} and o.stock_reserved and l.stock_id is not null
      group by o.id, l.stock_id) per_order
    group by per_order.stock_id) per_stock)`;

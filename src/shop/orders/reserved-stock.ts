import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment } from "./awaiting-payment.ts";

/**
 * The stock that a buyer's own unpaid orders reserve, as `{stock id: quantity}`, null for none. A retry resumes one
 * order as a whole, so for orders that reserve the same stock the largest quantity counts, not the sum.
 * @param buyer SQL expressions: the id of a customer, and the hash of the token of a guest's cart, either of which is null
 */
export const ownReservedStock = ({ customerId, guestCart }: { customerId: Sql; guestCart: Sql }): Sql => sql`(
  select jsonb_object_agg(per_stock.stock_id, per_stock.quantity) from (
    select per_order.stock_id, max(per_order.quantity) quantity from (
      select l.stock_id, sum(l.quantity - l.restocked) quantity from (
        select o.id from orders o where o.customer_id = ${customerId} and ${isAwaitingPayment} and o.stock_reserved
        union all
        select o.id from guest_order g join orders o on o.id = g.order_id
        where g.cart = ${guestCart} and o.customer_id is null and ${isAwaitingPayment} and o.stock_reserved) own
        join order_line l on l.order_id = own.id
      where l.stock_id is not null
      group by own.id, l.stock_id) per_order
    group by per_order.stock_id) per_stock)`;

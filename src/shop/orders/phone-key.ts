import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** The last nine digits of the phone number of an order, in reverse, as the index `orders_phone` has them. @param order alias of the table */
export const phoneKey = (order: Sql): Sql =>
  sql`(reverse(right(regexp_replace(${order}.billing ->> 'phone', '[^0-9]', '', 'g'), 9)) collate "C")`;

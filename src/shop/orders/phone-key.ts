import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** The last nine digits of a phone number, in reverse, as the index `orders_phone` has them. */
export const phoneKeyOf = (phone: Sql): Sql =>
  sql`(reverse(right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)) collate "C")`;

/** That of an order. @param order alias of the table */
export const phoneKey = (order: Sql): Sql => phoneKeyOf(sql`${order}.billing ->> 'phone'`);

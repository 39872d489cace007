import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type Order, orderColumns, orderLanguage } from "./order.ts";

/** An order by id, including those in the trash. For merchants and internal use. */
export const findOrder = (reader: Reader, id: number): Promise<Order | undefined> =>
  reader.one<Order>(sql`select ${orderColumns} from orders o where o.id = ${id}`);

/** A customer's own order, not in the trash; undefined for other customers' orders too. */
export const findOwnOrder = (reader: Reader, id: number, customerId: number): Promise<Order | undefined> =>
  reader.one<Order>(
    sql`select ${orderColumns} from orders o where o.id = ${id} and o.customer_id = ${customerId} and o.status <> 'trash'`,
  );

/** Orders by their ids, in the order of these; unknown ids are left out. */
export const findOrders = (reader: Reader, ids: readonly number[]): Promise<(Order & { lang: Language })[]> =>
  reader.all(sql`
    select ${orderColumns}, ${orderLanguage} lang from orders o where o.id = any(${[...ids]}::integer[])
    order by array_position(${[...ids]}::integer[], o.id)`);

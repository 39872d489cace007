import type { Language } from "#contract/language.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type Order, orderColumns, orderLanguage } from "./order.ts";
import { ownedBy } from "./owned-by.ts";

/** An order by id, including those in the trash. For merchants and internal use. */
export const findOrder = (reader: Reader, id: number): Promise<Order | undefined> =>
  reader.one<Order>(sql`select ${orderColumns} from orders o where o.id = ${id}`);

/** A buyer's own order, not in the trash; undefined for other buyers' orders too. */
export const findOwnOrder = (reader: Reader, id: number, buyer: Buyer): Promise<Order | undefined> =>
  reader.one<Order>(
    sql`select ${orderColumns} from orders o where o.id = ${id} and ${ownedBy(buyer)} and o.status <> 'trash'`,
  );

/** Whether {@link findOwnOrder} finds the order. */
export const isOwnOrder = async (reader: Reader, id: number, buyer: Buyer): Promise<boolean> =>
  (await reader.one(sql`select from orders o where o.id = ${id} and ${ownedBy(buyer)} and o.status <> 'trash'`)) !==
  undefined;

/** Orders by their ids, in the order of these; unknown ids are left out. */
export const findOrders = (reader: Reader, ids: readonly number[]): Promise<(Order & { lang: Language })[]> =>
  reader.all(sql`
    select ${orderColumns}, ${orderLanguage} lang from orders o where o.id = any(${[...ids]}::integer[])
    order by array_position(${[...ids]}::integer[], o.id)`);

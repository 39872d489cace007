import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type Order, orderColumns } from "./order.ts";

/** Any order by its id, from the trash too, for merchants and the shop itself. */
export const findOrder = (reader: Reader, id: number): Promise<Order | undefined> =>
  reader.one<Order>(sql`select ${orderColumns} from orders o where o.id = ${id}`);

/** One's own order; somebody else's looks like none, and so does one that the merchant has thrown away. */
export const findOwnOrder = (reader: Reader, id: number, customerId: number): Promise<Order | undefined> =>
  reader.one<Order>(
    sql`select ${orderColumns} from orders o where o.id = ${id} and o.customer_id = ${customerId} and o.status <> 'trash'`,
  );

import { type Db, sql } from "#shop/kernel/db/database.ts";
import { phoneKey } from "./phone-key.ts";

/** Enqueued by migration 0080. */
export const firstOrdersJobKind = "derive_first_orders";

/** as few that neither orders nor the embedded database's other requests wait noticeably */
const pageSize = 1_000;

/**
 * Job: adds the first orders of phone numbers among the orders from before the table `first_order`, which triggers maintain since. In pages by
 * ascending id, each a transaction of its own; repeating it changes nothing.
 */
export const deriveFirstOrders =
  ({ db }: { db: Db }) =>
  async (): Promise<void> => {
    let after: number | null = 0;
    while (after !== null) {
      const [page]: { last: number | null }[] = await db.write<{ last: number | null }>(sql`
        with page as materialized (
          select o.id, o.status, ${phoneKey(sql`o`)} phone from orders o where o.id > ${after} order by o.id limit ${pageSize}
        ), earliest as materialized (
          select p.phone, min(p.id) id from page p where p.phone <> '' and p.status <> 'trash' group by p.phone
        ), current as (
          -- not changed meanwhile
          select e.phone, o.id from earliest e join orders o on o.id = e.id
          where o.status <> 'trash' and ${phoneKey(sql`o`)} = e.phone
            and not exists (select from first_order f where f.phone_key = e.phone and f.order_id <= e.id)
          order by e.phone for share of o
        ), added as (
          insert into first_order as f (phone_key, order_id) select phone, id from current
          on conflict (phone_key) do update set order_id = excluded.order_id where f.order_id > excluded.order_id
        )
        select max(id) "last" from page`);
      after = page?.last ?? null;
    }
  };

import { presenceMs } from "#contract/backoffice/order-rules.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";

/** Records that a staff member has an order open. @returns the names of the others; null if there is no such order */
export async function reportPresence(
  db: Db,
  orderId: number,
  { staffId, now }: { staffId: number; now: Date },
): Promise<string[] | null> {
  const since = new Date(now.getTime() - presenceMs);
  const rows = await db.write<{ names: string[] }>(sql`
    with deleted as (delete from order_presence where order_id = ${orderId} and seen_at < ${since} and staff_id <> ${staffId}),
      seen as (
        insert into order_presence (order_id, staff_id, seen_at) select id, ${staffId}, ${now}::timestamptz from orders where id = ${orderId}
        on conflict (order_id, staff_id) do update set seen_at = excluded.seen_at returning order_id)
    select coalesce((select jsonb_agg(m.name order by m.name) from order_presence p join staff m on m.id = p.staff_id
      where p.order_id = seen.order_id and p.staff_id <> ${staffId} and p.seen_at >= ${since}), '[]') names
    from seen`);
  return rows[0]?.names ?? null;
}

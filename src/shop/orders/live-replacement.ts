import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Locks the orders that replaced this one, each after the one that it replaced. */
async function lockReplacements(tx: Tx, orderId: number): Promise<void> {
  const replacementOf = (id: number) =>
    tx.one<{ replacedBy: number | null }>(sql`select replaced_by "replacedBy" from orders where id = ${id} for update`);
  const locked = new Set<number>();
  let next: number | null = orderId;
  while (next !== null && !locked.has(next)) {
    locked.add(next);
    next = (await replacementOf(next))?.replacedBy ?? null;
  }
}

/**
 * The order that the customer has instead of this one: the newest that replaced it, directly or through others, or that it
 * replaced, and that is open or paid. Locks the replacing orders, so that of two payments that arrive at once the second
 * sees what the first has paid. Call it with the order locked.
 * @returns its id, or null
 */
export async function findLiveReplacement(tx: Tx, orderId: number): Promise<number | null> {
  await lockReplacements(tx, orderId);
  const row = await tx.one<{ id: number }>(sql`
    with recursive later as (
      select replaced_by id from orders where id = ${orderId} and replaced_by is not null
      union select o.replaced_by from later join orders o using (id) where o.replaced_by is not null),
    earlier as (
      select id from orders where replaced_by = ${orderId}
      union select o.id from earlier join orders o on o.replaced_by = earlier.id)
    select o.id from orders o where o.id in (select id from later union all select id from earlier)
      and (o.paid_at is not null or o.status in ('pending', 'on-hold', 'processing', 'completed'))
    order by o.id desc limit 1`);
  return row?.id ?? null;
}

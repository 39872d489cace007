import { type Reader, sql } from "#shop/kernel/database.ts";

/** What these say is not collected, nor will be. */
const collectsNothing = ["to_book", "refused", "by_hand", "cancel", "returned", "lost", "damage", "scrap"];

/**
 * What the courier of this parcel is to collect, in whole đồng: what the customer still owes and no other parcel of the order
 * brings. 0 for what is paid, and for what is paid otherwise than in cash.
 */
export async function cashFor(reader: Reader, { id, orderId }: { id: number; orderId: number }): Promise<number> {
  const row = await reader.one<{ owed: number }>(sql`
    select case when o.payment_method = 'cod' and o.paid_at is null
        and not exists (select from payment where order_id = o.id and status in ('succeeded', 'refunded'))
      then o.total - coalesce((select sum(cod_amount) from parcel where order_id = o.id and id <> ${id}
        and status <> all(${collectsNothing})), 0) else 0 end::bigint owed
    from orders o where o.id = ${orderId}`);
  return Math.max(0, row?.owed ?? 0);
}

/** Whether couriers have collected just what the ledger waits for. An order that waits for none is right as it is. */
export async function cashIsRight(reader: Reader, orderId: number): Promise<boolean> {
  const row = await reader.one<{ due: number | null; collected: number }>(sql`
    select (select sum(amount) from payment where order_id = ${orderId} and method = 'cod' and status = 'pending')::bigint due,
      coalesce((select sum(cod_amount) from parcel where order_id = ${orderId} and status = 'delivered'), 0)::bigint collected`);
  return !row || row.due === null || row.due === row.collected;
}

import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";

/** What these say is not collected, nor will be. */
const collectsNothing = ["to_book", "refused", "by_hand", "cancel", "returned", "lost", "damage", "scrap"];

/** The cash that an order `o` is still to bring: none where it is paid, or is to be paid in another way. */
const owed: Sql = sql`
  case when o.payment_method = 'cod' and o.paid_at is null
      and not exists (select from payment where order_id = o.id and status in ('succeeded', 'refunded'))
    then o.total else 0 end`;

/**
 * What the courier of this parcel is to collect, in whole đồng: what the customer still owes and no other parcel of the order
 * brings. 0 for what is paid, and for what is paid otherwise than in cash.
 */
export async function cashFor(reader: Reader, { id, orderId }: { id: number; orderId: number }): Promise<number> {
  const row = await reader.one<{ due: number }>(sql`
    select (${owed} - coalesce((select sum(cod_amount) from parcel where order_id = o.id and id <> ${id}
      and status <> all(${collectsNothing})), 0))::bigint due
    from orders o where o.id = ${orderId}`);
  return Math.max(0, row?.due ?? 0);
}

/** What couriers are still to collect of an order, in whole đồng: what is owed and has not been collected by now. */
export async function outstandingCod(reader: Reader, orderId: number): Promise<number> {
  const row = await reader.one<{ due: number }>(sql`
    select (${owed} - coalesce((select sum(cod_amount) from parcel where order_id = o.id and status = 'delivered'), 0))::bigint due
    from orders o where o.id = ${orderId}`);
  return Math.max(0, row?.due ?? 0);
}

/**
 * Whether couriers have collected just what the ledger waits for, which is nothing of what is paid. An order that is not on
 * its way is none of theirs to complete: one that a merchant has completed had its cash counted then.
 */
export async function codMatchesLedger(reader: Reader, orderId: number): Promise<boolean> {
  const row = await reader.one<{ status: string; due: number; collected: number }>(sql`
    select o.status,
      coalesce((select sum(amount) from payment where order_id = o.id and method = 'cod' and status = 'pending'), 0)::bigint due,
      coalesce((select sum(cod_amount) from parcel where order_id = o.id and status = 'delivered'), 0)::bigint collected
    from orders o where o.id = ${orderId}`);
  return row?.status !== "processing" || row.due === row.collected;
}

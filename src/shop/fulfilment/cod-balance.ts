import { type Dong, dong, max } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { amountOwed } from "#shop/orders/index.ts";

/** For shipments in these statuses no cash is or will be collected. */
const statusesWithoutCod = ["to_book", "refused", "by_hand", "cancel", "returned", "lost", "damage", "scrap"];

/**
 * The COD amount of this shipment: what is due and not collected by other shipments of the order. 0 for paid
 * orders and other payment methods.
 */
export async function codAmountFor(reader: Reader, { id, orderId }: { id: number; orderId: number }): Promise<Dong> {
  const row = await reader.one<{ due: Dong }>(sql`
    select (${amountOwed} - coalesce((select sum(cod_amount) from parcel where order_id = o.id and id <> ${id}
      and status <> all(${statusesWithoutCod})), 0))::bigint due
    from orders o where o.id = ${orderId}`);
  return max(dong(0), row?.due ?? dong(0));
}

/** The cash of an order that couriers have not collected yet. */
export async function outstandingCod(reader: Reader, orderId: number): Promise<Dong> {
  const row = await reader.one<{ due: Dong }>(sql`
    select (${amountOwed} - coalesce((select sum(cod_amount) from parcel where order_id = o.id and status = 'delivered'), 0))::bigint due
    from orders o where o.id = ${orderId}`);
  return max(dong(0), row?.due ?? dong(0));
}

/**
 * Whether couriers have collected exactly the amount that the ledger expects, which is 0 for a paid order. True for an
 * order that is not being processed: the carrier does not complete it, and one completed by a merchant has had its cash
 * recorded.
 */
export async function codMatchesLedger(reader: Reader, orderId: number): Promise<boolean> {
  const row = await reader.one<{ status: string; due: Dong; collected: Dong }>(sql`
    select o.status,
      coalesce((select sum(amount) from payment where order_id = o.id and method = ${codMethodId} and status = 'pending'), 0)::bigint due,
      coalesce((select sum(cod_amount) from parcel where order_id = o.id and status = 'delivered'), 0)::bigint collected
    from orders o where o.id = ${orderId}`);
  return row?.status !== "processing" || row.due === row.collected;
}

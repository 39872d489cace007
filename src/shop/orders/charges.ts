import { json, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { OrderCharge } from "./order.ts";

/** A shipping line or a fee that is not stored yet. */
export type NewCharge = Omit<OrderCharge, "id">;

type WrittenCharge = NewCharge & { id?: number | null };

/** The shipping line of an order as checkout prices it. */
export const shippingCharge = (methodId: string, title: string, total: OrderCharge["total"]): NewCharge => ({
  kind: "shipping",
  methodId,
  title,
  instanceId: "0",
  total,
  metaData: [],
});

const toRow = (charge: WrittenCharge, position: number) => ({
  position,
  id: charge.id ?? null,
  kind: charge.kind,
  method_id: charge.methodId,
  title: charge.title,
  instance_id: charge.instanceId,
  total: charge.total,
  meta_data: charge.metaData,
});

/** Charges as a row source named `c`, for a `from` clause. */
const chargeRows = (charges: readonly WrittenCharge[]): Sql => sql`
  jsonb_to_recordset(${json(charges.map(toRow))}::jsonb) c (position integer, id integer, kind text, method_id text,
    title text, instance_id text, total bigint, meta_data jsonb)`;

/**
 * Inserts shipping lines and fees in their order.
 * @param order a row source with the order's `id`: a CTE or a subquery
 */
export const insertCharges = (order: Sql, charges: readonly NewCharge[]): Sql => sql`
  insert into order_charge (order_id, kind, method_id, title, instance_id, total, meta_data)
  select new_order.id, c.kind, c.method_id, c.title, c.instance_id, c.total, c.meta_data
  from ${order} new_order, ${chargeRows(charges)}
  order by c.position returning id`;

/** Overwrites stored shipping lines and fees, by their ids. */
export const updateCharges = (orderId: number, charges: readonly WrittenCharge[]): Sql => sql`
  update order_charge o set method_id = c.method_id, title = c.title, instance_id = c.instance_id, total = c.total,
    meta_data = c.meta_data
  from ${chargeRows(charges)} where o.id = c.id and o.order_id = ${orderId}`;

import { openOrdersPerPage } from "#contract/list-rules.ts";
import type { PackQueue } from "#contract/backoffice/packing.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { hasGiftBox } from "#shop/orders/index.ts";

interface PackQueueRow {
  id: number;
  since: Date;
  gift: boolean;
  /** the last day on which it was promised to arrive, or to be ready */
  promised_date: string | null;
  items: number;
  ticked: number;
  staffId: number | null;
  staffName: string | null;
}

/** The last day that the customer of `orders o` was promised, `2026-11-24`; null without a promise. */
export const promisedDay: Sql = sql`(select r.promised_by::text from order_promise r where r.order_id = o.id)`;

/** More orders than a shop packs in a day. */
const maxOrders = 200;

/** The ids of a page of the orders to pack, the oldest first. */
export async function readPackPage(reader: Reader, page: number): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(sql`
    select w.order_id id from order_workflow w where w.stage = 'to_pack' order by w.stage_since, w.order_id
    limit ${openOrdersPerPage} offset ${(page - 1) * openOrdersPerPage}`);
  return rows.map(({ id }) => id);
}

/** The orders to pack, the oldest first. */
export async function readPackQueue(reader: Reader, now: Date): Promise<PackQueue> {
  const rows = await reader.all<PackQueueRow>(sql`
    select o.id, w.stage_since since, ${hasGiftBox} gift, ${promisedDay} promised_date, k.staff_id "staffId", m.name "staffName",
      coalesce((select sum(l.quantity - l.restocked) from order_line l where l.order_id = o.id), 0)::integer items,
      coalesce((select sum(t.quantity) from packing_tick t where t.order_id = o.id), 0)::integer ticked
    from order_workflow w
      join orders o on o.id = w.order_id
      left join packing k on k.order_id = o.id
      left join staff m on m.id = k.staff_id
    where w.stage = 'to_pack' order by w.stage_since, o.id limit ${maxOrders}`);
  return {
    at: now.toISOString(),
    orders: rows.map(({ staffId, staffName, since, items, ticked, ...row }) => ({
      ...row,
      items,
      number: String(row.id),
      since: since.toISOString(),
      ticked: Math.min(items, ticked),
      assigned_to: staffId === null ? null : { id: staffId, name: staffName ?? "" },
    })),
  };
}

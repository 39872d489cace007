import type { z } from "zod";
import type { MovementsQuery, StockMovement } from "#contract/backoffice/stock.ts";
import type { StockReason } from "#contract/backoffice/stock-reasons.ts";
import type { Language } from "#contract/language.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { stockItems } from "./stock-items.ts";

type MovementsFilter = z.output<typeof MovementsQuery>;

interface MovementRow {
  id: number;
  at: Date;
  stockId: number;
  quantity: number;
  oldStock: number;
  newStock: number;
  reason: StockReason;
  orderId: number | null;
  countId: number | null;
  receiptId: number | null;
  file: string | null;
  note: string | null;
  actor: string | null;
  actorName: string | null;
}

const stocksOf = (productId: number): Sql =>
  sql`(select stock_id from product where id = ${productId} union select stock_id from variation where product_id = ${productId})`;

const conditionOf = ({ stock, product, order, count, receipt, reason, from, to, before }: MovementsFilter): Sql =>
  join(
    [
      sql`true`,
      ...(stock === undefined ? [] : [sql`m.stock_id = ${stock}`]),
      ...(product === undefined ? [] : [sql`m.stock_id in ${stocksOf(product)}`]),
      ...(order === undefined ? [] : [sql`m.order_id = ${order}`]),
      ...(count === undefined ? [] : [sql`m.count_id = ${count}`]),
      ...(receipt === undefined ? [] : [sql`m.receipt_id = ${receipt}`]),
      ...(reason === undefined ? [] : [sql`m.reason = ${reason}`]),
      ...(from === undefined ? [] : [sql`m.at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`m.at <= ${to}::timestamptz`]),
      ...(before === undefined ? [] : [sql`m.id < ${before}`]),
    ],
    " and ",
  );

const toMovement = (row: MovementRow, items: Awaited<ReturnType<typeof stockItems>>): StockMovement => ({
  ...{ id: row.id, at: row.at.toISOString(), stock_id: row.stockId, item: items.get(row.stockId) ?? null },
  ...{ quantity: row.quantity, old_stock: row.oldStock, new_stock: row.newStock, reason: row.reason },
  ...{ order_id: row.orderId, count_id: row.countId, receipt_id: row.receiptId, file: row.file, note: row.note },
  actor: row.actor === null ? null : { id: row.actor, name: row.actorName },
});

/** A movement for a role that must not see which orders are of the same customer. */
const withoutCustomer = (movement: StockMovement): StockMovement =>
  movement.actor?.id.startsWith("customer:") ? { ...movement, actor: { id: "customer", name: null } } : movement;

/** Lists movements, the newest first. @param customers whether customers are named by their ids */
export async function listMovements(
  reader: Reader,
  query: MovementsFilter,
  { lang, customers }: { lang: Language; customers: boolean },
): Promise<StockMovement[]> {
  const rows = await reader.all<MovementRow>(sql`
    select m.id, m.at, m.stock_id "stockId", m.quantity, m.old_stock "oldStock", m.new_stock "newStock", m.reason, m.order_id "orderId",
      m.count_id "countId", m.receipt_id "receiptId", m.file, m.note, m.actor, coalesce(a.name, k.description) "actorName"
    from (select * from stock_movement m where ${conditionOf(query)} order by m.id desc limit ${query.per_page}) m
      left join staff a on m.actor = 'staff:' || a.id
      left join merchant_key k on m.actor = 'key:' || k.id
    order by m.id desc`);
  const items = await stockItems(reader, [...new Set(rows.map(({ stockId }) => stockId))], lang);
  const listed = rows.map((row) => toMovement(row, items));
  return customers ? listed : listed.map(withoutCustomer);
}

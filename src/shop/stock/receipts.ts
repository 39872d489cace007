import type { z } from "zod";
import type { StockAdjustment, StockPageQuery } from "#contract/backoffice/stock.ts";
import type { NewStockReceipt, StockReceipt, StockReceipts } from "#contract/backoffice/stock-receipts.ts";
import type { Language } from "#contract/language.ts";
import { dong, type Dong } from "#contract/money.ts";
import { lockStock } from "#shop/catalog/index.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { changeStocks } from "./change-stocks.ts";
import type { StockView } from "./counts.ts";
import { stockItems } from "./stock-items.ts";

type ReceiptInput = z.output<typeof NewStockReceipt>;

/**
 * The moving average cost after a receipt: units on hand at their average, and the received ones at their cost. Units of unknown cost
 * get the average of the others. @param before null: unknown
 */
export function averageCost(
  before: { quantity: number; unitCost: Dong | null },
  received: { quantity: number; unitCost: Dong | null },
): Dong | null {
  if (received.unitCost === null) return before.unitCost;
  if (before.unitCost === null) return received.unitCost;
  const total = before.quantity * before.unitCost + received.quantity * received.unitCost;
  return dong(Math.round(total / (before.quantity + received.quantity)));
}

/** Updates the average costs of locked stocks, one line after the other. */
async function updateCosts(tx: Tx, quantities: ReadonlyMap<number, number>, lines: ReceiptInput["lines"]) {
  const known = await tx.all<{ stockId: number; unitCost: Dong | null }>(sql`
    select stock_id "stockId", unit_cost "unitCost" from stock_detail where stock_id = any(${[...quantities.keys()]}::integer[])`);
  const states = new Map<number, { quantity: number; unitCost: Dong | null }>(
    [...quantities].map(([id, quantity]) => [id, { quantity, unitCost: null }]),
  );
  for (const { stockId, unitCost } of known) states.set(stockId, { quantity: quantities.get(stockId) ?? 0, unitCost });
  for (const { stock_id, quantity, unit_cost } of lines) {
    const before = states.get(stock_id) ?? { quantity: 0, unitCost: null };
    const unitCost = averageCost(before, { quantity, unitCost: unit_cost });
    states.set(stock_id, { quantity: before.quantity + quantity, unitCost });
  }
  const rows = [...states].flatMap(([stock_id, { unitCost }]) =>
    unitCost === null ? [] : [{ stock_id, unit_cost: unitCost }],
  );
  await tx.run(sql`
    insert into stock_detail (stock_id, unit_cost)
    select stock_id, unit_cost from jsonb_to_recordset(${json(rows)}::jsonb) r (stock_id integer, unit_cost bigint)
    on conflict (stock_id) do update set unit_cost = excluded.unit_cost`);
}

/** Locks managed stocks. @returns their quantities @throws HttpError 400 for a line whose stock is unknown or not managed */
async function lockManaged(tx: Tx, lines: ReceiptInput["lines"], lang: Language): Promise<ReadonlyMap<number, number>> {
  const stocks = await lockStock(tx, [...new Set(lines.map(({ stock_id }) => stock_id))]);
  const managed = new Map(stocks.flatMap((row) => (row.managed ? [[row.stockId, row.quantity] as const] : [])));
  for (const [index, { stock_id }] of lines.entries())
    if (!managed.has(stock_id)) throw invalidParam(`lines[${index}][stock_id]`, t(lang, "stock_errors.not_managed"));
  return managed;
}

/** Records a receipt: its lines, the units and the average costs. @returns its id @throws HttpError 400 */
export async function createReceipt(
  tx: Tx,
  { supplier, document_number, note, lines }: ReceiptInput,
  { staffId, lang, now }: { staffId: number; lang: Language; now: Date },
): Promise<number> {
  const quantities = await lockManaged(tx, lines, lang);
  const row = await tx.one<{ id: number }>(sql`
    insert into stock_receipt (supplier, document_number, note, staff_id, created_at)
    values (${supplier}, ${document_number}, ${note}, ${staffId}, ${now}) returning id`);
  if (!row) throw new Error("the receipt was not inserted");
  const items = await stockItems(tx, [...quantities.keys()], "vi");
  const rows = lines.map(({ stock_id, quantity, unit_cost }, position) => {
    const { name = "", option = "", sku = "" } = items.get(stock_id) ?? {};
    return { position, stock_id, quantity, unit_cost, sku, name: [name, option].filter(Boolean).join(" · ") };
  });
  await tx.run(sql`
    insert into stock_receipt_line (receipt_id, position, stock_id, name, sku, quantity, unit_cost)
    select ${row.id}, r.position, r.stock_id, r.name, r.sku, r.quantity, r.unit_cost from jsonb_to_recordset(${json(rows)}::jsonb)
      r (position smallint, stock_id integer, name text, sku text, quantity integer, unit_cost bigint)`);
  await updateCosts(tx, quantities, lines);
  const sums = new Map<number, number>();
  for (const { stock_id, quantity } of lines) sums.set(stock_id, (sums.get(stock_id) ?? 0) + quantity);
  const changes = [...sums].map(([stockId, quantity]) => ({ stockId, quantity }));
  await changeStocks(tx, changes, { reason: "receipt", receiptId: row.id });
  return row.id;
}

interface ReceiptRow extends Omit<StockReceipts[number], "created_at" | "value"> {
  createdAt: Date;
  value: Dong;
}

const receiptRows = (condition: Sql): Sql => sql`
  select r.id, r.supplier, r.document_number, r.note, m.name "by", r.created_at "createdAt",
    (select sum(quantity)::integer from stock_receipt_line where receipt_id = r.id) units,
    (select coalesce(sum(quantity * unit_cost), 0)::bigint from stock_receipt_line where receipt_id = r.id) "value"
  from stock_receipt r left join staff m on m.id = r.staff_id where ${condition}`;

const toSummary = ({ createdAt, value, ...row }: ReceiptRow, { costs }: StockView): StockReceipts[number] => ({
  ...row,
  created_at: createdAt.toISOString(),
  value: costs ? value : null,
});

/** A page of receipts, the newest first. @returns also the number of all */
export async function listReceipts(
  reader: Reader,
  { page, per_page }: z.output<typeof StockPageQuery>,
  view: StockView,
): Promise<{ receipts: StockReceipts; total: number }> {
  const rows = await reader.all<ReceiptRow>(sql`
    ${receiptRows(sql`true`)} order by r.id desc limit ${per_page} offset ${(page - 1) * per_page}`);
  const all = await reader.one<{ total: number }>(sql`select count(*)::integer total from stock_receipt`);
  return { receipts: rows.map((row) => toSummary(row, view)), total: all?.total ?? 0 };
}

/** @throws HttpError 404 */
export async function readReceipt(reader: Reader, id: number, view: StockView): Promise<StockReceipt> {
  const row = await reader.one<ReceiptRow>(receiptRows(sql`r.id = ${id}`));
  if (!row) throw new HttpError(404, "rest_not_found", t(view.lang, "staff_errors.not_found"));
  const lines = await reader.all<{
    stockId: number | null;
    name: string;
    sku: string;
    quantity: number;
    unitCost: Dong | null;
  }>(sql`
    select stock_id "stockId", name, sku, quantity, unit_cost "unitCost" from stock_receipt_line
    where receipt_id = ${id} order by position`);
  const items = await stockItems(reader, [...new Set(lines.flatMap(({ stockId }) => stockId ?? []))], view.lang);
  return {
    ...toSummary(row, view),
    lines: lines.map(({ stockId, name, sku, quantity, unitCost }) => ({
      ...{ item: items.get(stockId ?? 0) ?? null, name, sku, quantity },
      unit_cost: view.costs ? unitCost : null,
    })),
  };
}

/** Adds or removes units, with a reason. @throws HttpError 400 if it is not managed, 409 with the stock if there are fewer */
export async function adjustStock(
  tx: Tx,
  { stock_id, quantity, reason, note }: z.output<typeof StockAdjustment>,
  lang: Language,
): Promise<void> {
  const [stock] = await lockStock(tx, [stock_id]);
  if (!stock?.managed) throw invalidParam("stock_id", t(lang, "stock_errors.not_managed"));
  if (stock.quantity + quantity < 0)
    throw new HttpError(409, "lianne_not_enough_stock", t(lang, "stock_errors.too_few", { count: stock.quantity }), {
      extra: { available: stock.quantity },
    });
  await changeStocks(tx, [{ stockId: stock_id, quantity }], { reason, ...(note ? { note } : {}) });
}

import type { z } from "zod";
import type { CloseCount, StockCount } from "#contract/backoffice/stock-counts.ts";
import type { Language } from "#contract/language.ts";
import { lockStock } from "#shop/catalog/index.ts";
import { type Db, sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCount } from "./count-entries.ts";
import { readCount, type StockView } from "./counts.ts";
import { type CountFigures, openFigures } from "./count-figures.ts";
import { changeStocks } from "./change-stocks.ts";

interface CloseContext {
  lang: Language;
  now: Date;
}

/**
 * Closes a count: adds each difference to the stock as it is now, so that what was sold since an item was counted stays sold. No stock
 * falls below 0. @throws HttpError 404, and 409 if it is closed
 */
export async function closeCount(
  tx: Tx,
  countId: number,
  { exclude, set_to_zero }: z.output<typeof CloseCount>,
  { lang, now }: CloseContext,
): Promise<void> {
  await lockCount(tx, countId, { state: "open", mode: "update", lang });
  const figures = await tx.all<CountFigures>(openFigures(countId));
  const counted = new Set(figures.map(({ stockId }) => stockId));
  const missing = set_to_zero.filter((stockId) => !counted.has(stockId));
  const quantities = new Map(
    (await lockStock(tx, [...counted, ...missing])).flatMap(({ stockId, quantity, managed }) =>
      managed ? [[stockId, quantity] as const] : [],
    ),
  );
  const excluded = new Set(exclude);
  const rows = [
    ...figures.map(({ stockId, counted: units, expected }) => ({ stockId, counted: units, expected })),
    ...missing.map((stockId) => ({ stockId, counted: 0, expected: quantities.get(stockId) ?? 0 })),
  ].flatMap((row) => {
    const quantity = quantities.get(row.stockId);
    if (quantity === undefined) return [];
    const difference = excluded.has(row.stockId) ? 0 : row.counted - row.expected;
    return [{ ...row, booked: Math.max(-quantity, difference) }];
  });
  await changeStocks(
    tx,
    rows.map(({ stockId, booked }) => ({ stockId, quantity: booked })),
    { reason: "counted", countId },
  );
  await tx.run(sql`
    insert into stock_count_item (count_id, stock_id, counted, expected, booked)
    select ${countId}, u.* from unnest(${rows.map(({ stockId }) => stockId)}::integer[], ${rows.map((row) => row.counted)}::integer[],
      ${rows.map(({ expected }) => expected)}::integer[], ${rows.map(({ booked }) => booked)}::integer[]) u
    on conflict (count_id, stock_id) do update
      set counted = excluded.counted, expected = excluded.expected, booked = excluded.booked`);
  await tx.run(sql`update stock_count set state = 'closed', closed_at = ${now} where id = ${countId}`);
}

/** The result of a trial, whose transaction is rolled back. */
class ClosingRollback extends Error {
  readonly count: StockCount;
  constructor(count: StockCount) {
    super("rolled back");
    this.count = count;
  }
}

/** The count as it would be closed; nothing is stored. @throws HttpError as {@link closeCount} */
export async function previewClosing(
  db: Db,
  countId: number,
  choices: z.output<typeof CloseCount>,
  { now, ...view }: StockView & { now: Date },
): Promise<StockCount> {
  try {
    return await db.transaction(async (tx) => {
      await closeCount(tx, countId, choices, { lang: view.lang, now });
      throw new ClosingRollback(await readCount(tx, countId, view));
    });
  } catch (error) {
    if (error instanceof ClosingRollback) return error.count;
    throw error;
  }
}

/**
 * Takes back the differences that a count has booked; where units of them were sold since, as many as there are.
 * @throws HttpError 404, and 409 unless it is closed
 */
export async function revertCount(tx: Tx, countId: number, { lang, now }: CloseContext): Promise<void> {
  await lockCount(tx, countId, { state: "closed", mode: "update", lang });
  const booked = await tx.all<{ stockId: number; booked: number }>(sql`
    select stock_id "stockId", booked from stock_count_item where count_id = ${countId} and booked <> 0`);
  const stocks = await lockStock(
    tx,
    booked.map(({ stockId }) => stockId),
  );
  const quantities = new Map(stocks.map(({ stockId, quantity }) => [stockId, quantity]));
  await changeStocks(
    tx,
    booked.map((row) => ({
      stockId: row.stockId,
      quantity: Math.max(-(quantities.get(row.stockId) ?? 0), -row.booked),
    })),
    { reason: "counted", countId },
  );
  await tx.run(sql`update stock_count set state = 'reverted', reverted_at = ${now} where id = ${countId}`);
}

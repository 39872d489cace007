import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** Where a stock is stored, "" if that is unknown. @param stockId an expression */
export const placeOf = (stockId: Sql): Sql =>
  sql`coalesce((select d.bin from stock_detail d where d.stock_id = ${stockId}), '')`;

/** Stores the places of stocks, which exist. */
export async function storePlaces(tx: Tx, places: readonly { stockId: number; place: string }[]): Promise<void> {
  if (places.length === 0) return;
  const rows = [...new Map(places.map(({ stockId, place }) => [stockId, { stock_id: stockId, bin: place }])).values()];
  await tx.run(sql`
    insert into stock_detail (stock_id, bin)
    select w.stock_id, w.bin from jsonb_to_recordset(${json(rows)}::jsonb) w (stock_id integer, bin text)
    where w.bin <> '' or exists (select from stock_detail d where d.stock_id = w.stock_id)
    on conflict (stock_id) do update set bin = excluded.bin where stock_detail.bin <> excluded.bin`);
}

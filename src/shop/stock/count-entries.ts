import type { z } from "zod";
import type { CountEntries, CountEntriesResult } from "#contract/backoffice/stock-counts.ts";
import type { Language } from "#contract/language.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { branchOf, coveredBy } from "./count-figures.ts";
import { findStocksByCode } from "./find-stock.ts";
import { stockItems } from "./stock-items.ts";

type ScannedEntries = z.output<typeof CountEntries>;
type ScannedEntry = ScannedEntries["entries"][number];

interface CountLock {
  state: "open" | "closed" | "reverted";
}

/**
 * Locks a count; `share` lets several devices add entries at once. @throws HttpError 404, and 409 unless it is in the state
 */
export async function lockCount(
  tx: Tx,
  id: number,
  { state, mode, lang }: { state: CountLock["state"]; mode: "share" | "update"; lang: Language },
): Promise<void> {
  const row = await tx.one<CountLock>(
    mode === "share"
      ? sql`select state from stock_count where id = ${id} for share`
      : sql`select state from stock_count where id = ${id} for update`,
  );
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));
  if (row.state !== state)
    throw new HttpError(409, "lianne_invalid_state", t(lang, `stock_errors.count_${row.state}`), {
      extra: { state: row.state },
    });
}

/** The stock of each entry, by entry id. */
async function resolveEntries(tx: Tx, entries: readonly ScannedEntry[]): Promise<ReadonlyMap<string, number>> {
  const byCode = await findStocksByCode(
    tx,
    entries.flatMap(({ code }) => (code === undefined ? [] : [code])),
  );
  const ids = entries.flatMap(({ variation_id }) => variation_id ?? []);
  const rows = await tx.all<{ id: number; stockId: number }>(sql`
    select id, stock_id "stockId" from variation where id = any(${ids}::integer[])
    union all select id, stock_id from product where id = any(${ids}::integer[])`);
  const byId = new Map(rows.map(({ id, stockId }) => [id, stockId]));
  return new Map(
    entries.flatMap(({ id, code, stock_id, variation_id }) => {
      const stock = stock_id ?? (code === undefined ? byId.get(variation_id ?? 0) : byCode.get(code));
      return stock === undefined ? [] : [[id, stock] as const];
    }),
  );
}

/** Adds entries to an open count. Those that are stored already stay as they are. @throws HttpError 404, 409 */
export async function addEntries(
  tx: Tx,
  countId: number,
  { entries }: ScannedEntries,
  { staffId, lang }: { staffId: number; lang: Language },
): Promise<CountEntriesResult> {
  await lockCount(tx, countId, { state: "open", mode: "share", lang });
  const stocks = await resolveEntries(tx, entries);
  const covered = await tx.all<{ id: number }>(sql`
    with recursive ${branchOf(countId)}
    select s.id from stock s, stock_count n
    where s.id = any(${[...new Set(stocks.values())]}::integer[]) and n.id = ${countId} and ${coveredBy}`);
  const isCovered = new Set(covered.map(({ id }) => id));
  const accepted = entries.filter(({ id }) => isCovered.has(stocks.get(id) ?? 0));
  const rows = accepted.map(({ id, quantity, at }) => ({ entry_id: id, quantity, at, stock_id: stocks.get(id) }));
  // by the clock of the database, like the movements; never later than now, even if the clock of a phone is wrong
  await tx.run(sql`
    insert into stock_count_entry (count_id, entry_id, stock_id, quantity, at, staff_id)
    select ${countId}, r.entry_id, r.stock_id, r.quantity,
      least(clock_timestamp(), r.at), ${staffId}
    from jsonb_to_recordset(${json(rows)}::jsonb) r (entry_id text, stock_id integer, quantity integer, at timestamptz)
    on conflict (count_id, entry_id) do nothing`);
  const touched = [...new Set(accepted.map(({ id }) => stocks.get(id) ?? 0))];
  const [items, sums] = [await stockItems(tx, touched, lang), await countedUnits(tx, countId, touched)];
  return {
    stored: accepted.map(({ id }) => id),
    rejected: entries.flatMap(({ id }): CountEntriesResult["rejected"] => {
      const stock = stocks.get(id);
      if (stock === undefined) return [{ id, reason: "unknown" }];
      return isCovered.has(stock) ? [] : [{ id, reason: "not_covered" }];
    }),
    items: touched.flatMap((stock) => {
      const item = items.get(stock);
      return item ? [{ item, counted: sums.get(stock) ?? 0 }] : [];
    }),
  };
}

async function countedUnits(tx: Tx, countId: number, stocks: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.all<{ stockId: number; counted: number }>(sql`
    select e.stock_id "stockId", sum(e.quantity)::integer counted
    from stock_count_entry e left join stock_count_item i on i.count_id = e.count_id and i.stock_id = e.stock_id
    where e.count_id = ${countId} and e.stock_id = any(${stocks}::integer[])
      and (i.recounted_at is null or e.at > i.recounted_at)
    group by e.stock_id`);
  return new Map(rows.map(({ stockId, counted }) => [stockId, counted]));
}

/** Counts items again: entries up to now do not count any more. @throws HttpError 404, 409 */
export async function recountItems(tx: Tx, countId: number, stocks: readonly number[], lang: Language): Promise<void> {
  await lockCount(tx, countId, { state: "open", mode: "update", lang });
  await tx.run(sql`
    insert into stock_count_item (count_id, stock_id, recounted_at)
    select ${countId}, s.id, clock_timestamp() from stock s where s.id = any(${stocks}::integer[])
    on conflict (count_id, stock_id) do update set recounted_at = excluded.recounted_at`);
  await recordAuditEvent(tx, { operation: "done", object: "stock_count", id: countId });
}

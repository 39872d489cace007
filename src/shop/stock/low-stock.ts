import type { z } from "zod";
import type { LowStockEntry, LowStockQuery, LowStockSetting, LowStockUpdate } from "#contract/backoffice/stock.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { conflict, isOutdated } from "#shop/kernel/request/if-match.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lowItems, ownThreshold } from "#shop/catalog/index.ts";
import { stockItems } from "./stock-items.ts";

/**
 * Stocks with low items: a subquery with `stock_id`, `quantity`, `threshold`, `muted_until`. Several items can sell the units of one stock.
 */
const lowStocks = (muted: boolean, now: Date): Sql => sql`
  select l.stock_id, l.quantity, max(coalesce(l.own, l.shop))::integer threshold, l.muted_until
  from (${lowItems(muted, sql`${now}`)}) l
  group by l.stock_id, l.quantity, l.muted_until`;

/** Number of items with low stock that are not muted, for the queue of the screen Today: a subquery with `count` and no age. */
export const countLowStock = (now: Date): Sql => sql`
  select count(*)::integer, null::timestamptz from (${lowStocks(false, now)}) low`;

/**
 * The version of threshold and mute of a stock: of all items that sell its units, and of the products from which variations inherit.
 * @param stockId a column or value
 */
const versionOf = (stockId: Sql): Sql => sql`md5(jsonb_build_array(
  (select jsonb_agg(jsonb_build_array(v.extra -> 'low_stock_amount', p.extra -> 'low_stock_amount') order by v.id)
    from variation v join product p on p.id = v.product_id where v.stock_id = ${stockId}),
  (select jsonb_agg(p.extra -> 'low_stock_amount' order by p.id) from product p where p.stock_id = ${stockId}),
  (select d.muted_until from stock_detail d where d.stock_id = ${stockId}))::text)`;

interface LowStockRow {
  version: string;
  stockId: number;
  threshold: number;
  own: number | null;
  sold: number;
  daysLeft: number | null;
  mutedUntil: Date | null;
  total: number;
}

/** A page of items with low stock, those that last the shortest first. @returns also the number of all */
export async function listLowStock(
  reader: Reader,
  { muted, page, per_page }: z.output<typeof LowStockQuery>,
  { lang, now }: { lang: Language; now: Date },
): Promise<{ entries: LowStockEntry[]; total: number }> {
  const rows = await reader.all<LowStockRow>(sql`
    select l.stock_id "stockId", ${versionOf(sql`l.stock_id`)} version, l.threshold, ${ownThreshold(sql`l.stock_id`)} own, r.sold, l.muted_until "mutedUntil", count(*) over ()::integer total,
      case when r.sold > 0 then round(l.quantity * 30.0 / r.sold, 1)::float8 end "daysLeft"
    from (${lowStocks(muted, now)}) l
      join lateral (
        select greatest(0, -coalesce(sum(quantity), 0))::integer sold from stock_movement
        where stock_id = l.stock_id and at >= now() - interval '30 days' and reason in ('sold', 'cancelled', 'returned')) r on true
    order by "daysLeft" nulls last, l.quantity, l.stock_id limit ${per_page} offset ${(page - 1) * per_page}`);
  const ids = rows.map(({ stockId }) => stockId);
  const items = await stockItems(reader, ids, lang);
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.flatMap(({ stockId, threshold, own, sold, daysLeft, mutedUntil, version }) => {
      const item = items.get(stockId);
      if (!item) return [];
      const muted_until = mutedUntil?.toISOString() ?? null;
      return [{ item, threshold, own_threshold: own, sold, days_left: daysLeft, muted_until, version }];
    }),
  };
}

/** Whether variations that share the stock of their product exist, next to others with a stock of their own that inherit its threshold. */
const isPartlyShared = (stockId: number): Sql => sql`
  exists (select 1 from variation where stock_id = ${stockId}) and exists (
    select 1 from variation v join product p on p.id = v.product_id
    where p.stock_id = ${stockId} and v.stock_id <> p.stock_id and v.extra ->> 'low_stock_amount' is null)`;

/**
 * Sets the threshold of all items that sell the units of a stock: that of the product whose stock it is, from which its variations then
 * inherit; that of the variations, if the stock is theirs or the product's threshold is inherited by other stocks, too.
 */
async function setThreshold(tx: Tx, stockId: number, threshold: number | null, now: Date): Promise<void> {
  const without = sql`extra - 'low_stock_amount'`;
  const extra =
    threshold === null ? without : sql`jsonb_set(extra, '{low_stock_amount}', to_jsonb(${threshold}::integer))`;
  const isProducts = await tx.run(
    sql`update product set extra = ${extra}, modified_at = ${now} where stock_id = ${stockId} and not (${isPartlyShared(stockId)})`,
  );
  await tx.run(
    isProducts > 0
      ? sql`update variation set extra = ${without}, modified_at = ${now}
          where stock_id = ${stockId} and extra ->> 'low_stock_amount' is not null`
      : sql`update variation set extra = ${extra}, modified_at = ${now} where stock_id = ${stockId}`,
  );
}

/** Threshold and mute of a stock, as {@link listLowStock} has them. */
async function readSetting(tx: Tx, stockId: number): Promise<LowStockSetting> {
  const row = await tx.one<{ own: number | null; mutedUntil: Date | null; version: string }>(sql`
    select ${ownThreshold(sql`${stockId}::integer`)} own,
      (select muted_until from stock_detail where stock_id = ${stockId}) "mutedUntil",
      ${versionOf(sql`${stockId}::integer`)} version`);
  if (!row) throw new Error("stock: no row");
  return { own_threshold: row.own, muted_until: row.mutedUntil?.toISOString() ?? null, version: row.version };
}

/**
 * Sets the threshold of the stock of a variation or product, or mutes its entry.
 * @param context `loaded`: the version that the staff member has seen, null for any
 * @throws HttpError 404; 412 with threshold and mute as they are now
 */
export async function updateLowStock(
  tx: Tx,
  id: number,
  { threshold, muted_until }: z.output<typeof LowStockUpdate>,
  { lang, now, loaded }: { lang: Language; now: Date; loaded: string | null },
): Promise<LowStockSetting> {
  const row = await tx.one<{ stockId: number }>(sql`
    select stock_id "stockId" from variation where id = ${id} union all select stock_id from product where id = ${id}`);
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));
  await tx.run(sql`select id from stock where id = ${row.stockId} for update`);
  const before = await readSetting(tx, row.stockId);
  if (isOutdated(loaded, before.version)) throw conflict(lang, before);
  if (threshold !== undefined) await setThreshold(tx, row.stockId, threshold, now);
  if (muted_until !== undefined)
    await tx.run(sql`
      insert into stock_detail (stock_id, muted_until) values (${row.stockId}, ${muted_until}::timestamptz)
      on conflict (stock_id) do update set muted_until = excluded.muted_until`);
  return readSetting(tx, row.stockId);
}

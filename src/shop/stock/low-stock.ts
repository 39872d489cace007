import type { z } from "zod";
import type { LowStockEntry, LowStockQuery, LowStockUpdate } from "#contract/backoffice/stock.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { integerSetting } from "#shop/kernel/settings/settings.ts";
import { stockItems } from "./stock-items.ts";

const defaultThreshold = 2;

/** The threshold of items without one of their own. */
export const lowStockSetting = integerSetting(0, {
  name: "low_stock_threshold",
  unit: "units",
  unset: `${defaultThreshold} units`,
  meaning: "stock at which an item is in the list of low stock, unless it has a threshold of its own",
});

const shopThreshold = sql`coalesce((select (value #>> '{}')::integer from setting where name = ${lowStockSetting.name}), ${defaultThreshold}::integer)`;
const ownOf = (row: Sql): Sql => sql`(${row}.extra ->> 'low_stock_amount')::integer`;
const maxOwn = (table: Sql): Sql => sql`
  (select max((extra ->> 'low_stock_amount')::integer) from ${table} where extra ->> 'low_stock_amount' is not null)`;

/**
 * Stocks at or below their thresholds, of published items: a subquery with `stock_id`, `quantity`, `threshold`, `own`, `muted_until`. Reads only
 * the stocks below the highest threshold: the table "stock" has no index of quantities, since orders change them all the time.
 */
const lowStocks = (muted: boolean, now: Date): Sql => sql`
  select l.stock_id, l.quantity, max(coalesce(l.own, l.shop))::integer threshold, max(l.own)::integer own, l.muted_until
  from (
    select s.id stock_id, s.quantity, d.muted_until, b.shop, i.own
    from (select ${shopThreshold} shop, greatest(${shopThreshold}, ${maxOwn(sql`product`)}, ${maxOwn(sql`variation`)}) highest) b
      join stock s on s.managed and s.quantity <= b.highest
      join lateral (
        select ${ownOf(sql`p`)} own from product p where p.stock_id = s.id and p.type = 'simple' and p.status = 'publish'
        union all
        select coalesce(${ownOf(sql`v`)}, ${ownOf(sql`p`)}) from variation v join product p on p.id = v.product_id
        where v.stock_id = s.id and v.status = 'publish' and p.status = 'publish' and p.type = 'variable') i on true
      left join stock_detail d on d.stock_id = s.id
    where s.quantity <= coalesce(i.own, b.shop)
      and ${muted ? sql`d.muted_until > ${now}` : sql`(d.muted_until is null or d.muted_until <= ${now})`}) l
  group by l.stock_id, l.quantity, l.muted_until`;

/** Number of items with low stock that are not muted, for the queue of the screen Today: a subquery with `count` and no age. */
export const countLowStock = (now: Date): Sql => sql`
  select count(*)::integer, null::timestamptz from (${lowStocks(false, now)}) low`;

interface LowStockRow {
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
    select l.stock_id "stockId", l.threshold, l.own, r.sold, l.muted_until "mutedUntil", count(*) over ()::integer total,
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
    entries: rows.flatMap(({ stockId, threshold, own, sold, daysLeft, mutedUntil }) => {
      const item = items.get(stockId);
      if (!item) return [];
      const muted_until = mutedUntil?.toISOString() ?? null;
      return [{ item, threshold, own_threshold: own, sold, days_left: daysLeft, muted_until }];
    }),
  };
}

async function setThreshold(tx: Tx, id: number, threshold: number | null, now: Date): Promise<void> {
  const extra =
    threshold === null
      ? sql`extra - 'low_stock_amount'`
      : sql`jsonb_set(extra, '{low_stock_amount}', to_jsonb(${threshold}::integer))`;
  const changed = await tx.run(sql`update variation set extra = ${extra}, modified_at = ${now} where id = ${id}`);
  if (changed === 0) await tx.run(sql`update product set extra = ${extra}, modified_at = ${now} where id = ${id}`);
}

/** Sets the threshold of a variation or product, or mutes its entry. @throws HttpError 404 */
export async function updateLowStock(
  tx: Tx,
  id: number,
  { threshold, muted_until }: z.output<typeof LowStockUpdate>,
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  const row = await tx.one<{ stockId: number }>(sql`
    select stock_id "stockId" from variation where id = ${id} union all select stock_id from product where id = ${id}`);
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));
  if (threshold !== undefined) await setThreshold(tx, id, threshold, now);
  if (muted_until !== undefined)
    await tx.run(sql`
      insert into stock_detail (stock_id, muted_until) values (${row.stockId}, ${muted_until}::timestamptz)
      on conflict (stock_id) do update set muted_until = excluded.muted_until`);
}

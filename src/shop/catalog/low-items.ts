import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { integerSetting } from "#shop/kernel/settings/settings.ts";

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

/** What sells the units of a stock: a subquery with `product_id`, `own` (threshold), and `published`, whether it can be bought. */
const sellersOf = (stockId: Sql): Sql => sql`
  select p.id product_id, ${ownOf(sql`p`)} own, p.type = 'simple' and p.status = 'publish' published
    from product p where p.stock_id = ${stockId}
  union all
  select p.id, coalesce(${ownOf(sql`v`)}, ${ownOf(sql`p`)}), p.type = 'variable' and p.status = 'publish' and v.status = 'publish'
    from variation v join product p on p.id = v.product_id where v.stock_id = ${stockId}`;

/**
 * The own threshold of a stock: the highest of the published items that sell its units, whose product's they inherit; before one is
 * published, the highest of all.
 * @param stockId a column or value
 */
export const ownThreshold = (stockId: Sql): Sql => sql`(
  select case when bool_or(i.published) then max(i.own) filter (where i.published) else max(i.own) end from (${sellersOf(stockId)}) i)`;

/**
 * Published items whose stock is at or below their threshold, as the queue of Today, the list of low stock and the tab of the product list
 * have them: a subquery with `stock_id`, `product_id`, `quantity`, `shop` and `own` (thresholds), `muted_until`. Reads only the stocks below
 * the highest threshold: the table "stock" has no index of quantities, since orders change them all the time.
 */
export const lowItems = (muted: boolean, now: Sql): Sql => sql`
  select s.id stock_id, i.product_id, s.quantity, d.muted_until, b.shop, i.own
  from (select ${shopThreshold} shop, greatest(${shopThreshold}, ${maxOwn(sql`product`)}, ${maxOwn(sql`variation`)}) highest) b
    join stock s on s.managed and s.quantity <= b.highest
    join lateral (${sellersOf(sql`s.id`)}) i on i.published
    left join stock_detail d on d.stock_id = s.id
  where s.quantity <= coalesce(i.own, b.shop)
    and ${muted ? sql`d.muted_until > ${now}` : sql`(d.muted_until is null or d.muted_until <= ${now})`}`;

import type { z } from "zod";
import type { ProductLabel, StockItem, StockItemsQuery } from "#contract/backoffice/stock.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { stockItems } from "./stock-items.ts";

/** The stocks of SKUs and barcodes, by code; unknown codes are missing. */
export async function findStocksByCode(reader: Reader, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await reader.all<{ code: string; stockId: number }>(sql`
    select w.code, f.stock_id "stockId" from (select distinct code from unnest(${codes}::text[]) u (code)) w
      join lateral (
        select stock_id, 1 place from variation where sku = w.code and status <> 'trash'
        union all select stock_id, 2 from product where sku = w.code and status <> 'trash'
        union all select stock_id, 3 from variation where extra ->> 'global_unique_id' = w.code and status <> 'trash'
        union all select stock_id, 4 from product where extra ->> 'global_unique_id' = w.code and status <> 'trash'
        order by place limit 1) f on true`);
  return new Map(rows.map(({ code, stockId }) => [code, stockId]));
}

const maxFound = 20;

/** Stocks of products whose name or SKU matches, at most 20. */
async function searchStocks(reader: Reader, search: string): Promise<number[]> {
  const start = `${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await reader.all<{ stockId: number }>(sql`
    select distinct on (u.product_id, u.menu_order, u.stock_id) u.stock_id "stockId"
    from (
      select p.id product_id, 0 menu_order, p.stock_id, p.sku, p.name from product p where p.type = 'simple' and p.status <> 'trash'
      union all
      select p.id, v.menu_order, v.stock_id, v.sku, p.name from variation v join product p on p.id = v.product_id
      where v.status <> 'trash' and p.status <> 'trash' and p.type = 'variable') u
    where u.sku ilike ${start} or (fold_text(${search}) <> '' and (
      fold_text(u.name ->> 'vi') like '%' || fold_text(${search}) || '%' or fold_text(u.name ->> 'en') like '%' || fold_text(${search}) || '%'))
    order by u.product_id, u.menu_order, u.stock_id limit ${maxFound}`);
  return [...new Set(rows.map(({ stockId }) => stockId))];
}

/** Items by code, by words, or by their ids. */
export async function findStockItems(
  reader: Reader,
  { code, search, include }: z.output<typeof StockItemsQuery>,
  lang: Language,
): Promise<StockItem[]> {
  const ids = include
    ? include.split(",").map(Number)
    : code
      ? [...(await findStocksByCode(reader, [code])).values()]
      : search
        ? await searchStocks(reader, search)
        : [];
  const items = await stockItems(reader, ids, lang);
  return ids.flatMap((id) => items.get(id) ?? []);
}

/** What is printed on labels, in the order of the ids; a variable product has the labels of its variations. */
export async function productLabels(reader: Reader, ids: readonly number[], lang: Language): Promise<ProductLabel[]> {
  const rows = await reader.all<ProductLabel & { price: Dong | null }>(sql`
    select coalesce(v.id, p.id) id, coalesce(v.sku, p.sku, '') sku, p.name ->> ${lang}::text "name", coalesce((
      select string_agg(t.name ->> ${lang}::text, ', ' order by po.position, t.id)
      from variation_option vo join term t on t.id = vo.term_id
        left join product_option po on po.product_id = v.product_id and po.attribute_id = vo.attribute_id
      where vo.variation_id = v.id), '') "option", case when v.id is null then p.price else v.price end price
    from (
        select w.place, v.id variation_id, coalesce(v.product_id, w.id) product_id
        from unnest(${ids}::integer[]) with ordinality w (id, place)
          left join variation v on v.id = w.id or (v.product_id = w.id and v.status <> 'trash')) w
      join product p on p.id = w.product_id
      left join variation v on v.id = w.variation_id
    order by w.place, v.menu_order, v.id`);
  return rows;
}

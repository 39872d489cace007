import type { ItemPrices, PriceFilter } from "#contract/backoffice/prices.ts";
import type { Language, Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";

/** An item with a price: a variation, or a simple product. */
export interface PricedItem {
  id: number;
  productId: number;
  name: string;
  option: string;
  sku: string;
  prices: ItemPrices;
  unitCost: Dong | null;
}

interface PricedRow extends Omit<PricedItem, "prices" | "name"> {
  name: Translated;
  regular: Dong | null;
  sale: Dong | null;
  from: Date | null;
  to: Date | null;
}

function conditionOf({ category_id, search, on_sale, ids }: PriceFilter): Sql {
  const start = `${(search ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  return join(
    [
      sql`p.status <> 'trash'`,
      ...(category_id === undefined
        ? []
        : [
            sql`p.id in (select product_id from product_category where category_id in (
              with recursive branch (id) as (
                select ${category_id}::integer union select c.id from category c join branch b on c.parent_id = b.id)
              select id from branch))`,
          ]),
      ...(search
        ? [
            sql`(i.sku ilike ${start} or (fold_text(${search}) <> '' and (fold_text(p.name ->> 'vi') like '%' || fold_text(${search}) || '%'
              or fold_text(p.name ->> 'en') like '%' || fold_text(${search}) || '%')))`,
          ]
        : []),
      ...(on_sale === undefined ? [] : [sql`(i.scheduled_sale_price is not null) = ${on_sale}`]),
      ...(ids === undefined ? [] : [sql`(p.id = any(${ids}::integer[]) or i.id = any(${ids}::integer[]))`]),
    ],
    " and ",
  );
}

/** Items that match, by product; at most `limit`. */
export async function findPrices(
  reader: Reader,
  filter: PriceFilter,
  { lang, limit }: { lang: Language; limit: number },
): Promise<PricedItem[]> {
  const rows = await reader.all<PricedRow>(sql`
    select i.id, p.id "productId", p.name, coalesce(i.sku, '') sku, d.unit_cost "unitCost", coalesce((
        select string_agg(t.name ->> ${lang}::text, ', ' order by po.position, t.id)
        from variation_option vo join term t on t.id = vo.term_id
          left join product_option po on po.product_id = p.id and po.attribute_id = vo.attribute_id
        where vo.variation_id = i.id), '') "option",
      i.regular_price regular, i.scheduled_sale_price sale, i.sale_from "from", i.sale_to "to"
    from (
      select id, id product_id, 0 menu_order, sku, stock_id, regular_price, scheduled_sale_price, sale_from, sale_to
      from product where type = 'simple'
      union all
      select id, product_id, menu_order, sku, stock_id, regular_price, scheduled_sale_price, sale_from, sale_to
      from variation where status <> 'trash') i
      join product p on p.id = i.product_id
      left join stock_detail d on d.stock_id = i.stock_id
    where ${conditionOf(filter)}
    order by p.id, i.menu_order, i.id limit ${limit}`);
  return rows.map(({ name, regular, sale, from, to, ...row }) => ({
    ...row,
    name: name[lang],
    prices: { regular, sale, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
  }));
}

import type { StockItem } from "#contract/backoffice/stock.ts";
import type { Language, Translated } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

interface StockItemRow {
  stockId: number;
  quantity: number;
  managed: boolean;
  productId: number;
  name: Translated;
  productSku: string | null;
  productBarcode: string | null;
  image: string | null;
  /** variations that sell this stock */
  variations: { id: number; sku: string | null; barcode: string | null; terms: { id: number; name: Translated }[] }[];
}

const toItem = (row: StockItemRow, lang: Language): StockItem => {
  const { variations, productSku, productBarcode } = row;
  const [first] = variations;
  const only = variations.length === 1 ? first : undefined;
  // e.g. the size of a ring that is sold with a box and without
  const common = first?.terms.filter(({ id }) => variations.every(({ terms }) => terms.some((term) => term.id === id)));
  const codes = [productSku, productBarcode, ...variations.flatMap(({ sku, barcode }) => [sku, barcode])];
  return {
    stock_id: row.stockId,
    product_id: row.productId,
    variation_id: only?.id ?? null,
    name: row.name[lang],
    option: common?.map(({ name }) => name[lang]).join(", ") ?? "",
    sku: only?.sku ?? productSku ?? first?.sku ?? "",
    codes: [...new Set(codes.filter((code) => code !== null && code !== ""))] as string[],
    image: row.image,
    quantity: row.quantity,
    managed: row.managed,
  };
};

/** The items of stocks, by stock id; those of deleted items are missing. */
export async function stockItems(
  reader: Reader,
  ids: readonly number[],
  lang: Language,
): Promise<ReadonlyMap<number, StockItem>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.all<StockItemRow>(sql`
    select s.id "stockId", s.quantity, s.managed, p.id "productId", p.name, p.sku "productSku",
      p.extra ->> 'global_unique_id' "productBarcode",
      (select '/media/' || i.hash || '/' || i.widths[1] || '.webp' from product_picture pp join picture i on i.id = pp.picture_id
        where pp.product_id = p.id order by pp.position limit 1) image,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'barcode', v.extra ->> 'global_unique_id', 'terms', (
          select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by po.position, t.id), '[]')
          from variation_option vo join term t on t.id = vo.term_id
            left join product_option po on po.product_id = v.product_id and po.attribute_id = vo.attribute_id
          where vo.variation_id = v.id)) order by v.menu_order, v.id)
        from variation v where v.stock_id = s.id and v.status <> 'trash'), '[]') variations
    from (select * from unnest(${ids}::integer[]) w (id) limit ${ids.length}) w
      join stock s on s.id = w.id
      join lateral (select product_id id from variation where stock_id = s.id
        union all select id from product where stock_id = s.id limit 1) owner on true
      join product p on p.id = owner.id`);
  return new Map(rows.map((row) => [row.stockId, toItem(row, lang)]));
}

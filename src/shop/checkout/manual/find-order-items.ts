import type { z } from "zod";
import type { OrderItem, OrderItemsQuery } from "#contract/backoffice/manual-orders.ts";
import type { Language } from "#contract/language.ts";
import { findPurchasables, pictureOf } from "#shop/catalog/index.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";

const maxFound = 40;
/** products whose variations are compared with the words */
const maxProducts = 100;

interface ItemRef {
  productId: number;
  variationId: number | null;
}

/** The SKU or barcode of a variation names it; that of a variable product all of its variations. */
const byCode = (code: string): Sql => sql`
  select "productId", "variationId" from (
    select v.product_id "productId", v.id "variationId", 0 place from variation v
      where (v.sku = ${code} or v.extra ->> 'global_unique_id' = ${code}) and v.status <> 'trash'
    union all
    select p.id, v.id, coalesce(v.menu_order, 0) from product p left join variation v on v.product_id = p.id and v.status = 'publish'
      where (p.sku = ${code} or p.extra ->> 'global_unique_id' = ${code}) and p.status <> 'trash'
        and (p.type = 'simple' or v.id is not null)) w
  order by place, "variationId" limit ${maxFound}`;

const foldedOptions = sql`coalesce((select string_agg(fold_text(t.name ->> 'vi') || ' ' || fold_text(t.name ->> 'en'), ' ')
  from variation_option vo join term t on t.id = vo.term_id where vo.variation_id = v.id), '')`;

/** Each word is in the name, the options or the SKU. */
const byWords = (search: string): Sql => sql`
  with words as materialized (
    select distinct word from regexp_split_to_table(fold_text(${search}), '\\s+') word where word <> ''),
  candidate as materialized (
    select p.id, p.type, fold_text(p.name ->> 'vi') || ' ' || fold_text(p.name ->> 'en') || ' ' || lower(coalesce(p.sku, '')) known
    from product p where p.status = 'publish' and (
      exists (select from words w where fold_text(p.name ->> 'vi') like '%' || w.word || '%'
        or fold_text(p.name ->> 'en') like '%' || w.word || '%' or lower(p.sku) like '%' || w.word || '%')
      or exists (select from variation v join words w on lower(v.sku) like '%' || w.word || '%' where v.product_id = p.id))
    order by (select count(*) from words w where fold_text(p.name ->> 'vi') like '%' || w.word || '%') desc, p.id limit ${maxProducts})
  select c.id "productId", v.id "variationId"
  from candidate c left join variation v on v.product_id = c.id and v.status = 'publish'
  where (c.type = 'simple' or v.id is not null) and exists (select from words) and not exists (
    select from words w where position(w.word in c.known || ' ' || lower(coalesce(v.sku, '')) || ' ' || ${foldedOptions}) = 0)
  order by c.id, v.menu_order, v.id limit ${maxFound}`;

/** What can be added to an order, found by a code or by words. */
export async function findOrderItems(
  reader: Reader,
  { code, search }: z.output<typeof OrderItemsQuery>,
  lang: Language,
): Promise<OrderItem[]> {
  if (!code && !search) return [];
  const refs = await reader.all<ItemRef>(code ? byCode(code) : byWords(search ?? ""));
  const found = await findPurchasables(reader, refs);
  return found.flatMap((product) =>
    product?.purchasable
      ? [
          {
            ...{ product_id: product.productId, variation_id: product.variationId, sku: product.sku },
            ...{ name: product.name[lang], option: product.option[lang] },
            image: product.picture ? pictureOf(product.picture, lang).src : null,
            ...{ price: product.unitPrice, available: product.available },
          },
        ]
      : [],
  );
}

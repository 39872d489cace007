import type { Translated } from "#contract/language.ts";
import type { TermsQuery } from "#contract/woo/taxonomy-query.ts";
import { type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { WooPage } from "#shop/kernel/woo/woo-responses.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { translationsFor } from "./fields.ts";
import { allOf } from "./product-filters.ts";
import type { ReadContext } from "./send-resource.ts";

/** All shared attributes, or the one with the id. `filter` marks those that the storefront filters lists by. */
export async function findAttributes(
  reader: Reader,
  reading: ReadContext,
  id?: number,
): Promise<Record<string, unknown>[]> {
  const rows = await reader.all<{
    id: number;
    name: Translated;
    slug: string;
    filter: boolean;
    orderBy: string;
    archives: boolean;
  }>(sql`
    select id, name, slug, is_filter "filter", order_by "orderBy", has_archives archives
    from attribute where product_id is null and ${id === undefined ? sql`true` : sql`id = ${id}`} order by menu_order, id`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name[reading.lang],
    slug: row.slug,
    type: "select",
    order_by: row.orderBy,
    has_archives: row.archives,
    filter: row.filter,
    ...translationsFor(reading, { name: row.name }),
    _links: linksOf(reading.origin, "products/attributes", row.id),
  }));
}

interface TermRow {
  id: number;
  name: Translated;
  slug: string;
  description: Translated;
  menuOrder: number;
  count: number;
}

const rowsOf = (where: Sql, order: Sql): Sql => sql`
  select t.id, t.name, t.slug, t.description, t.menu_order "menuOrder", t.product_count count
  from term t where ${where} order by ${order}`;

/**
 * Condition on term `t`: it has products in a category. Nested lookups with an early exit: each stops at its first
 * match.
 */
const hasProductsIn = (category: string, terms: Sql): Sql => sql`exists (
  select from ${terms} m where m.term_id = t.id and exists (
    select from listing l where l.category_id = (select id from category where slug = ${category})
      and l.product_id = m.product_id offset 0) offset 0)`;

/**
 * Condition on term `t`: it has products in a category. The precomputed lists of the filter attributes contain the
 * terms in use, except for those of product options.
 */
const isUsedIn = (category: string, attributeId: number): Sql => sql`
  case when (select slug in ('pa_type', 'pa_gemstone') from attribute where id = ${attributeId}) then t.id in (
      select coalesce(f.type_id, f.gemstone_id) from category_filter f join category c on c.id = f.category_id
      where c.slug = ${category} and f.product_count > 0 and num_nulls(f.type_id, f.gemstone_id) = 1)
    or ${hasProductsIn(category, sql`product_option_term`)}
  else ${hasProductsIn(category, sql`product_any_term`)} end`;

function conditionsOf(attributeId: number, query: TermsQuery, { lang }: ReadContext): Sql[] {
  const { include, exclude, slug, product, search, category } = query;
  return [
    sql`t.attribute_id = ${attributeId}`,
    include && sql`t.id = any(${include}::integer[])`,
    exclude && sql`t.id <> all(${exclude}::integer[])`,
    slug && sql`t.slug = any(${slug.split(",")}::text[])`,
    product !== undefined &&
      sql`exists (select from product_any_term m where m.term_id = t.id and m.product_id = ${product})`,
    category && isUsedIn(category, attributeId),
    search && sql`(fold_text(t.name ->> ${lang}::text) like '%' || fold_text(${search}) || '%' or t.slug = ${search})`,
    query.hide_empty && sql`t.product_count > 0`,
  ].filter((condition): condition is Sql => typeof condition === "object");
}

function orderOf({ orderby, order, include }: TermsQuery, { lang }: ReadContext): Sql {
  if (orderby === "include" && include) return sql`array_position(${include}::integer[], t.id)`;
  const keys: Record<string, Sql> = {
    name: sql`name_sort_key(t.name ->> ${lang}::text) collate "C"`,
    slug: sql`t.slug`,
    description: sql`t.description ->> ${lang}::text`,
    count: sql`t.product_count`,
    menu_order: sql`t.menu_order`,
  };
  return sql`${keys[orderby] ?? sql`t.id`} ${raw(order)}, t.id ${raw(order)}`;
}

/** One page of an attribute's terms; `count` is of published products. */
export async function findTerms(
  reader: Reader,
  attributeId: number,
  query: TermsQuery,
  reading: ReadContext,
): Promise<WooPage> {
  const where = allOf(conditionsOf(attributeId, query, reading));
  const rows = await reader.all<TermRow>(rowsOf(where, orderOf(query, reading)));
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const items = rows.slice(skip, skip + query.per_page).map((row) => wooTerm(row, attributeId, reading));
  return { items, total: rows.length, page: query.page, perPage: query.per_page };
}

/** @returns undefined if the term does not exist or belongs to another attribute */
export async function findTerm(reader: Reader, attributeId: number, id: number, reading: ReadContext) {
  const row = await reader.one<TermRow>(rowsOf(sql`t.attribute_id = ${attributeId} and t.id = ${id}`, sql`t.id`));
  return row && wooTerm(row, attributeId, reading);
}

const wooTerm = (row: TermRow, attributeId: number, reading: ReadContext): Record<string, unknown> => ({
  id: row.id,
  name: row.name[reading.lang],
  slug: row.slug,
  description: row.description[reading.lang],
  menu_order: row.menuOrder,
  count: row.count,
  ...translationsFor(reading, { name: row.name, description: row.description }),
  _links: linksOf(reading.origin, `products/attributes/${attributeId}/terms`, row.id),
});

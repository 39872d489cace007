import type { Translated } from "#contract/language.ts";
import type { TagsQuery } from "#contract/woo/taxonomy-query.ts";
import { type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { WooPage } from "#shop/kernel/woo/woo-responses.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { translationsFor } from "./fields.ts";
import { allOf } from "./product-filters.ts";
import type { ReadContext } from "./send-resource.ts";

interface TagRow {
  id: number;
  slug: string;
  name: Translated;
  description: Translated;
  count: number;
}

/** Tags are for merchants: few, and not shown in the storefront. They are counted on read. */
const rowsOf = (where: Sql, order: Sql): Sql => sql`
  select * from (
    select t.id, t.slug, t.name, t.description, (
      select count(*) from product_tag pt join product p on p.id = pt.product_id
      where pt.tag_id = t.id and p.status = 'publish')::integer count
    from tag t) t
  where ${where} order by ${order}`;

function conditionsOf(query: TagsQuery, { lang }: ReadContext): Sql[] {
  const { include, exclude, slug, product, search } = query;
  return [
    include && sql`t.id = any(${include}::integer[])`,
    exclude && sql`t.id <> all(${exclude}::integer[])`,
    slug && sql`t.slug = any(${slug.split(",")}::text[])`,
    product !== undefined &&
      sql`exists (select from product_tag pt where pt.tag_id = t.id and pt.product_id = ${product})`,
    search && sql`(fold_text(t.name ->> ${lang}::text) like '%' || fold_text(${search}) || '%' or t.slug = ${search})`,
    query.hide_empty && sql`t.count > 0`,
  ].filter((condition): condition is Sql => typeof condition === "object");
}

function orderOf({ orderby, order, include }: TagsQuery, { lang }: ReadContext): Sql {
  if (orderby === "include" && include) return sql`array_position(${include}::integer[], t.id)`;
  const keys: Record<string, Sql> = {
    name: sql`name_sort_key(t.name ->> ${lang}::text) collate "C"`,
    slug: sql`t.slug`,
    description: sql`t.description ->> ${lang}::text`,
    count: sql`t.count`,
  };
  return sql`${keys[orderby] ?? sql`t.id`} ${raw(order)}, t.id ${raw(order)}`;
}

/** One page of the tags. */
export async function findTags(reader: Reader, query: TagsQuery, reading: ReadContext): Promise<WooPage> {
  const rows = await reader.all<TagRow>(rowsOf(allOf(conditionsOf(query, reading)), orderOf(query, reading)));
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const items = rows.slice(skip, skip + query.per_page).map((row) => wooTag(row, reading));
  return { items, total: rows.length, page: query.page, perPage: query.per_page };
}

export async function findTag(reader: Reader, id: number, reading: ReadContext) {
  const row = await reader.one<TagRow>(rowsOf(sql`t.id = ${id}`, sql`t.id`));
  return row && wooTag(row, reading);
}

const wooTag = ({ id, slug, name, description, count }: TagRow, reading: ReadContext): Record<string, unknown> => ({
  id,
  name: name[reading.lang],
  slug,
  description: description[reading.lang],
  count,
  ...translationsFor(reading, { name, description }),
  _links: linksOf(reading.origin, "products/tags", id),
});

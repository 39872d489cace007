import type { ProductsQuery } from "#contract/woo/product-query.ts";
import { empty, join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { inlineLimit, opaqueParam } from "#shop/kernel/db/prepared-statements.ts";
import { allOf, filtersOf, type ProductFilters } from "./product-filters.ts";
import type { ReadContext } from "./send-resource.ts";

/** A page of ids and the number of all matches. */
export interface IdPage {
  /** a subquery of `id` and `place` */
  page: Sql;
  total: number;
}

/** Sort keys on `p`, or on the category's list `l` if that is read: each has an index. */
function keyOf({ orderby, order }: ProductsQuery, lang: ReadContext["lang"], fromList: boolean): Sql {
  switch (orderby) {
    case "date":
      return fromList ? sql`l.created_at` : sql`p.created_at`;
    case "popularity":
      return fromList ? sql`l.total_sales` : sql`p.total_sales`;
    case "price":
      return order === "asc" ? sql`p.min_price` : sql`p.max_price`;
    case "title":
      // as a literal: an expression index is matched by its text
      return lang === "vi"
        ? sql`name_sort_key(p.name ->> 'vi') collate "C"`
        : sql`name_sort_key(p.name ->> 'en') collate "C"`;
    case "slug":
      return sql`p.slug`;
    case "modified":
      return sql`p.modified_at`;
    case "menu_order":
      return sql`p.menu_order`;
    default:
      return sql`p.id`; // the shop has no ratings
  }
}

interface SortOrder {
  key: Sql;
  /** tiebreaker */
  id: Sql;
  direction: Sql;
}

function orderOf(query: ProductsQuery, lang: ReadContext["lang"], fromList: boolean): SortOrder {
  if (query.orderby === "include" && query.include) {
    return { key: sql`array_position(${query.include}::integer[], p.id)`, id: sql`p.id`, direction: sql`asc` };
  }
  return {
    key: keyOf(query, lang, fromList),
    id: fromList ? sql`l.product_id` : sql`p.id`,
    direction: raw(query.order),
  };
}

/** The orders in which a category's list has an index, so that nothing else is read. */
const isListOrder = ({ orderby }: ProductsQuery): boolean => orderby === "date" || orderby === "popularity";

/**
 * 'publish' is a literal, so that partial indexes match. The trash is excluded by id, so that earlier pages are skipped
 * in an index-only scan.
 */
const statusIs = (status: string | null): Sql => {
  if (status === null) return sql`p.id not in (select id from product where status = 'trash')`;
  return status === "publish" ? sql`p.status = 'publish'` : sql`p.status = ${status}`;
};

/** @param alone whether rows of the list `l` suffice if there is no condition on the product `p` */
const sourceOf = ({ categoryId, status, conditions, listed }: ProductFilters, alone: boolean): Sql => {
  if (categoryId !== null) {
    // lists contain only published products
    const products = alone && conditions.length === 0 ? empty : sql`join product p on p.id = l.product_id`;
    return sql`from listing l ${products}
      where l.category_id = ${opaqueParam(categoryId)} and exists (select from category where id = ${categoryId} and kind <> 'hidden')
        and ${allOf(conditions)}`;
  }
  return sql`from product p where ${statusIs(status)} and ${listed ?? sql`true`} and ${allOf(conditions)}`;
};

/**
 * The number of matches. Totals of categories and of the whole catalogue are stored: if nearly all products match, the
 * others are counted and subtracted.
 */
async function totalOf(reader: Reader, filters: ProductFilters): Promise<number> {
  const { others, categoryId, status, listed } = filters;
  const unlisted = listed
    ? sql`(select count(*) from product where status = 'publish' and catalog_visibility in ('search', 'hidden'))`
    : sql`0`;
  const stored =
    categoryId === null
      ? sql`select (coalesce(sum(product_count), 0) - ${unlisted})::integer total from product_status_count
            where ${status === null ? sql`status <> 'trash'` : sql`status = ${status}`}`
      : sql`select product_count total from category where id = ${categoryId} and kind <> 'hidden'`;
  const count = (source: ProductFilters): Sql => sql`select count(*)::integer total ${sourceOf(source, true)}`;
  const subtracted = others?.map((other) => sql` - (${count({ ...filters, conditions: [other] })})`);
  const total = subtracted
    ? sql`select stored.total ${join([empty, ...subtracted], "")} total from (${stored}) stored`
    : count(filters);
  return (await reader.one<{ total: number }>(total))?.total ?? 0;
}

export async function findProductPage(reader: Reader, query: ProductsQuery, reading: ReadContext): Promise<IdPage> {
  const filters = filtersOf(query, reading);
  const total = await totalOf(reader, filters);
  const usesList = filters.categoryId !== null && isListOrder(query);
  const { key, id, direction } = orderOf(query, reading.lang, usesList);
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const page = sql`
    select id, row_number() over (order by key ${direction}, id ${direction}) place
    from (select ${id} id, ${key} key ${sourceOf(filters, usesList)}
          order by ${key} ${direction}, ${id} ${direction}
          limit ${inlineLimit(query.per_page)} ${skip > 0 ? sql`offset ${Math.min(skip, total)}` : empty}) matches`;
  return { page, total };
}

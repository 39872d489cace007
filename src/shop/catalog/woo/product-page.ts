import type { ProductsQuery } from "#contract/woo/product-query.ts";
import { type Reader, raw, type Sql, sql } from "../../kernel/database.ts";
import type { Reading } from "./answers.ts";
import { allOf, type Filters, filtersOf } from "./product-filters.ts";

/** A page of ids and the number of all that match. */
export interface IdPage {
  /** a subquery of `id` and `place` */
  page: Sql;
  total: number;
}

/** Sort keys on `p`, or on the shelf `l` where one category is read: each has an index. */
function keyOf({ orderby, order }: ProductsQuery, lang: Reading["lang"], shelf: boolean): Sql {
  switch (orderby) {
    case "date":
      return shelf ? sql`l.created_at` : sql`p.created_at`;
    case "popularity":
      return shelf ? sql`l.total_sales` : sql`p.total_sales`;
    case "price":
      return order === "asc" ? sql`p.min_price` : sql`p.max_price`;
    case "title":
      // written out: an index of an expression is found by its letters
      return lang === "vi" ? sql`search_folded(p.name ->> 'vi')` : sql`search_folded(p.name ->> 'en')`;
    case "slug":
      return sql`p.slug`;
    case "modified":
      return sql`p.modified_at`;
    case "menu_order":
      return sql`p.menu_order`;
    default:
      return sql`p.id`; // nobody rates here
  }
}

function orderOf(query: ProductsQuery, lang: Reading["lang"], shelf: boolean): Sql {
  if (query.orderby === "include" && query.include) return sql`array_position(${query.include}::integer[], p.id)`;
  const direction = raw(query.order);
  return sql`${keyOf(query, lang, shelf)} ${direction}, ${shelf ? sql`l.product_id` : sql`p.id`} ${direction}`;
}

/** 'publish' is written out: the indexes of what is published are found by its letters. */
const statusIs = (status: string | null): Sql => {
  if (status === null) return sql`p.status <> 'trash'`;
  return status === "publish" ? sql`p.status = 'publish'` : sql`p.status = ${status}`;
};

const sourceOf = ({ shelf, status, conditions, listed }: Filters): Sql => {
  if (shelf !== null) {
    return sql`from listing l join product p on p.id = l.product_id
      where l.category_id = ${shelf} and exists (select from category where id = ${shelf} and kind <> 'hidden') and p.status = 'publish' and ${allOf(conditions)}`;
  }
  return sql`from product p where ${statusIs(status)} and ${listed ?? sql`true`} and ${allOf(conditions)}`;
};

/** The number of matches: kept for a shelf and for the whole catalogue, counted where something narrows it. */
async function totalOf(reader: Reader, filters: Filters): Promise<number> {
  const { conditions, shelf, status, listed } = filters;
  const unlisted = listed
    ? sql`(select count(*) from product where status = 'publish' and catalog_visibility in ('search', 'hidden'))`
    : sql`0`;
  const kept =
    shelf === null
      ? sql`select (coalesce(sum(products), 0) - ${unlisted})::integer total from product_tally
            where ${status === null ? sql`status <> 'trash'` : sql`status = ${status}`}`
      : sql`select product_count total from category where id = ${shelf} and kind <> 'hidden'`;
  const counted = sql`select count(*)::integer total ${sourceOf(filters)}`;
  return (await reader.one<{ total: number }>(conditions.length === 0 ? kept : counted))?.total ?? 0;
}

export async function findProductPage(reader: Reader, query: ProductsQuery, reading: Reading): Promise<IdPage> {
  const filters = filtersOf(query, reading);
  const total = await totalOf(reader, filters);
  const order = orderOf(query, reading.lang, filters.shelf !== null);
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const page = sql`
    select p.id, row_number() over (order by ${order}) place ${sourceOf(filters)}
    order by ${order} limit ${query.per_page} offset ${Math.min(skip, total)}`;
  return { page, total };
}

import type { Pagination, ProductList } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { empty, type Reader, type Sql, sql } from "../kernel/database.ts";
import { cardsOf } from "./cards.ts";

/** One page of a category. Without `orderby` the newest come first. */
export interface CategoryPage {
  slug: string;
  orderby?: "popularity" | "price" | undefined;
  descending?: boolean;
  /** term slugs: one type, one gemstone */
  type?: string | undefined;
  gemstone?: string | undefined;
  page: number;
  perPage: number;
  lang: Language;
}

// Each order is one index of `listing`, read from either end; the id decides between equals, in the same direction.
const orders = {
  newest: [sql`l.created_at asc, l.product_id asc`, sql`l.created_at desc, l.product_id desc`],
  popularity: [sql`l.total_sales asc, l.product_id asc`, sql`l.total_sales desc, l.product_id desc`],
  price: [sql`l.price asc, l.product_id asc`, sql`l.price desc, l.product_id desc`],
} as const;

const hasTerm = (attribute: string, slug: string): Sql => sql`and exists (
  select from product_term pt where pt.product_id = l.product_id and pt.term_id = (
    select t.id from term t join attribute a on a.id = t.attribute_id
    where a.slug = ${attribute} and t.slug = ${slug}))`;

const filtersOf = ({ type, gemstone }: CategoryPage): Sql =>
  sql`${type ? hasTerm("pa_type", type) : empty} ${gemstone ? hasTerm("pa_gemstone", gemstone) : empty}`;

/** @returns undefined for a category that does not exist or is hidden */
export async function categoryPage(reader: Reader, asked: CategoryPage): Promise<ProductList | undefined> {
  const { slug, page, perPage, lang } = asked;
  const filters = filtersOf(asked);
  // kept where nothing is filtered, counted where something is
  const total =
    asked.type || asked.gemstone
      ? sql`(select count(*) from listing l where l.category_id = c.id ${filters})`
      : sql`c.product_count`;
  const category = await reader.one<{ id: number; total: number }>(
    sql`select c.id, ${total} total from category c where c.slug = ${slug} and c.kind <> 'hidden'`,
  );
  if (!category) return undefined;
  const pagination = paginationOf(category.total, page, perPage);
  if (page > pagination.total_pages) return { products: [], pagination };
  const order = orders[asked.orderby ?? "newest"][asked.orderby && !asked.descending ? 0 : 1];
  const shelf = sql`
    select l.product_id id, row_number() over (order by ${order}) place from listing l
    where l.category_id = ${category.id} ${filters} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`;
  return { products: await cardsOf(reader, shelf, lang), pagination };
}

export const paginationOf = (total: number, page: number, perPage: number): Pagination => ({
  total,
  total_pages: Math.ceil(total / perPage),
  page,
  per_page: perPage,
});

import type { Pagination } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { type FragmentCache, versionsIn } from "#shop/kernel/cache/fragment-cache.ts";
import { inlineLimit } from "#shop/kernel/db/prepared-statements.ts";
import { type BatchedFunction, createBatcher } from "#shop/kernel/db/batching.ts";
import { cardParts, cardVersions } from "./product-card-fragments.ts";

/** One page of a category. Default order: newest first. */
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

// Each order is one index of `listing` and one of `category_filter_product`, scanned in either direction; ties are ordered by
// id in the same direction. Earlier pages are skipped in an index-only scan.
const orders = {
  newest: [sql`l.created_at`, sql`l.created_at asc, l.product_id asc`, sql`l.created_at desc, l.product_id desc`],
  popularity: [
    sql`l.total_sales`,
    sql`l.total_sales asc, l.product_id asc`,
    sql`l.total_sales desc, l.product_id desc`,
  ],
  price: [sql`l.price`, sql`l.price asc, l.product_id asc`, sql`l.price desc, l.product_id desc`],
} as const;

/**
 * Id of the filter's term: 0 without a filter; null, which matches no row, for an unknown slug. @param named column
 * with the slug
 */
const termOf = (attribute: string, slug: string | undefined, named: Sql): Sql =>
  slug
    ? sql`(select t.id from term t join attribute a on a.id = t.attribute_id
        where a.slug = ${attribute} and a.product_id is null and t.slug = ${named})`
    : sql`0`;

/** The list to read, precomputed in every order: its id and its number of products. */
const listSql = ({ type, gemstone }: CategoryPage): Sql => {
  const list =
    type || gemstone
      ? sql`select coalesce(f.id, 0) id, coalesce(f.product_count, 0) total from category c left join category_filter f
          on f.category_id = c.id and coalesce(f.type_id, 0) = ${termOf("pa_type", type, sql`query.type`)}
            and coalesce(f.gemstone_id, 0) = ${termOf("pa_gemstone", gemstone, sql`query.gemstone`)}`
      : sql`select c.id, c.product_count total from category c`;
  return sql`${list} where c.slug = query.slug and c.kind <> 'hidden'`;
};

interface ListRow {
  total: number;
  /** JSON with ids and versions, see versionsIn */
  cards: string | null;
}

const skipOf = ({ page, perPage }: CategoryPage): number => (page - 1) * perPage;
/** Pages that one statement can read: same order, same filters, same length. */
const kindOf = ({ orderby, descending, type, gemstone, perPage }: CategoryPage): string =>
  [orderby ?? "", Boolean(descending), Boolean(type), Boolean(gemstone), perPage].join(" ");

/** Reads pages of one kind, in their order. What differs is passed as arrays in subqueries: see docs/performance.md. */
async function findPages(reader: Reader, pages: readonly CategoryPage[]): Promise<(ListRow | undefined)[]> {
  const [first] = pages;
  if (!first) return [];
  const { type, gemstone, orderby, descending, perPage } = first;
  const [key, up, down] = orders[orderby ?? "newest"];
  const order = orderby && !descending ? up : down;
  const source =
    type || gemstone ? sql`category_filter_product l where l.filter_id` : sql`listing l where l.category_id`;
  const texts = (of: (page: CategoryPage) => string | undefined): Sql =>
    sql`(select ${pages.map((page) => of(page) ?? null)}::text[])`;
  const found = await reader.all<ListRow & { nth: number }>(sql`
    select query.nth, list.total, (
      select ${cardVersions(order)}
      from (select l.product_id, ${key} from ${source} = list.id and list.total > query.skip
            order by ${order} limit ${inlineLimit(perPage)} offset query.skip) l
        join product p on p.id = l.product_id where p.status = 'publish') cards
    from unnest(${texts(({ slug }) => slug)}, ${texts((page) => page.type)}, ${texts((page) => page.gemstone)},
        (select ${pages.map(skipOf)}::integer[])) with ordinality query (slug, type, gemstone, skip, nth)
      cross join lateral (${listSql(first)}) list`);
  const byPlace = new Map(found.map((one) => [one.nth, one]));
  return pages.map((_page, index) => byPlace.get(index + 1));
}

/** Reads category pages; concurrent requests of one kind share a statement. */
export type PageFinder = BatchedFunction<CategoryPage, ListRow | undefined>;
export const openPageFinder = (reader: Reader): PageFinder =>
  createBatcher((pages) => findPages(reader, pages), { groupOf: kindOf });

/** A page of a list: its products, and their cards as JSON. */
export interface CardPage {
  ids: number[];
  cards: Buffer[];
  pagination: Pagination;
}

/** @returns undefined if the category does not exist or is hidden; no products if none matches the filter */
export async function categoryPage(
  { reader, parts, finder }: { reader: Reader; parts: FragmentCache; finder: PageFinder },
  query: CategoryPage,
): Promise<CardPage | undefined> {
  const { page, perPage, lang } = query;
  const found = await finder(query);
  if (!found) return undefined;
  const versions = versionsIn(found.cards);
  return {
    ids: versions.map(({ id }) => id),
    cards: await cardParts(reader, parts, versions, lang),
    pagination: paginationOf(found.total, page, perPage),
  };
}

export const paginationOf = (total: number, page: number, perPage: number): Pagination => ({
  total,
  total_pages: Math.ceil(total / perPage),
  page,
  per_page: perPage,
});

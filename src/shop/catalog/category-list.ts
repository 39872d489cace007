import type { Pagination, ProductList } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql } from "../kernel/database.ts";
import { limitOf } from "../kernel/prepared-statements.ts";
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

// Each order is one index of `listing` and one of `filtered_listing`, read from either end; the id decides between equals,
// in the same direction. Pages before the wanted one are skipped in the index alone.
const orders = {
  newest: [sql`l.created_at`, sql`l.created_at asc, l.product_id asc`, sql`l.created_at desc, l.product_id desc`],
  popularity: [
    sql`l.total_sales`,
    sql`l.total_sales asc, l.product_id asc`,
    sql`l.total_sales desc, l.product_id desc`,
  ],
  price: [sql`l.price`, sql`l.price asc, l.product_id asc`, sql`l.price desc, l.product_id desc`],
} as const;

/** Where a list stands ready in every order, and how long it is. */
interface Shelf {
  id: number;
  total: number;
}

/** 0 where nothing is asked for; null, which equals nothing, where there is no such term. */
const termOf = (attribute: string, slug: string | undefined): Sql =>
  slug
    ? sql`(select t.id from term t join attribute a on a.id = t.attribute_id
        where a.slug = ${attribute} and a.product_id is null and t.slug = ${slug})`
    : sql`0`;

/** @returns undefined for a category that does not exist or is hidden; a shelf of no products where nothing passes the filter */
function findShelf(reader: Reader, { slug, type, gemstone }: CategoryPage): Promise<Shelf | undefined> {
  const shelf =
    type || gemstone
      ? sql`select coalesce(f.id, 0) id, coalesce(f.product_count, 0) total from category c left join filtered_shelf f
          on f.category_id = c.id and coalesce(f.type_id, 0) = ${termOf("pa_type", type)}
            and coalesce(f.gemstone_id, 0) = ${termOf("pa_gemstone", gemstone)}`
      : sql`select c.id, c.product_count total from category c`;
  return reader.one<Shelf>(sql`${shelf} where c.slug = ${slug} and c.kind <> 'hidden'`);
}

/** @returns undefined for a category that does not exist or is hidden */
export async function categoryPage(reader: Reader, asked: CategoryPage): Promise<ProductList | undefined> {
  const { type, gemstone, orderby, descending, page, perPage, lang } = asked;
  const shelf = await findShelf(reader, asked);
  if (!shelf) return undefined;
  const pagination = paginationOf(shelf.total, page, perPage);
  if (page > pagination.total_pages) return { products: [], pagination };
  const [key, up, down] = orders[orderby ?? "newest"];
  const order = orderby && !descending ? up : down;
  const source = type || gemstone ? sql`filtered_listing l where l.shelf_id` : sql`listing l where l.category_id`;
  const places = sql`
    select l.product_id id, row_number() over (order by ${order}) place
    from (select l.product_id, ${key} from ${source} = ${shelf.id}
          order by ${order} limit ${limitOf(perPage)} offset ${(page - 1) * perPage}) l`;
  return { products: await cardsOf(reader, places, lang), pagination };
}

export const paginationOf = (total: number, page: number, perPage: number): Pagination => ({
  total,
  total_pages: Math.ceil(total / perPage),
  page,
  per_page: perPage,
});

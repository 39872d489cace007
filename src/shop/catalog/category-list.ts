import type { Pagination } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql } from "../kernel/database.ts";
import { type KeptParts, versionsIn } from "../kernel/kept-parts.ts";
import { limitOf, unseen } from "../kernel/prepared-statements.ts";
import { cardParts, cardVersions } from "./card-parts.ts";

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

/** 0 where nothing is asked for; null, which equals nothing, where there is no such term. */
const termOf = (attribute: string, slug: string | undefined): Sql =>
  slug
    ? sql`(select t.id from term t join attribute a on a.id = t.attribute_id
        where a.slug = ${attribute} and a.product_id is null and t.slug = ${slug})`
    : sql`0`;

/** The shelf where the list stands ready in every order: its id, and how many products stand there. */
const shelfOf = ({ slug, type, gemstone }: CategoryPage): Sql => {
  const shelf =
    type || gemstone
      ? sql`select coalesce(f.id, 0) id, coalesce(f.product_count, 0) total from category c left join filtered_shelf f
          on f.category_id = c.id and coalesce(f.type_id, 0) = ${termOf("pa_type", type)}
            and coalesce(f.gemstone_id, 0) = ${termOf("pa_gemstone", gemstone)}`
      : sql`select c.id, c.product_count total from category c`;
  return sql`${shelf} where c.slug = ${slug} and c.kind <> 'hidden'`;
};

/** A page of a list: its products, and their cards as JSON. */
export interface CardPage {
  ids: number[];
  cards: Buffer[];
  pagination: Pagination;
}

/** @returns undefined for a category that does not exist or is hidden; no products where nothing passes the filter */
export async function categoryPage(
  reader: Reader,
  parts: KeptParts,
  asked: CategoryPage,
): Promise<CardPage | undefined> {
  const { type, gemstone, orderby, descending, page, perPage, lang } = asked;
  const [key, up, down] = orders[orderby ?? "newest"];
  const order = orderby && !descending ? up : down;
  const source = type || gemstone ? sql`filtered_listing l where l.shelf_id` : sql`listing l where l.category_id`;
  const skip = (page - 1) * perPage;
  const found = await reader.one<{ total: number; cards: string | null }>(sql`
    select shelf.total, (
      select ${cardVersions(order)}
      from (select l.product_id, ${key} from ${source} = shelf.id and shelf.total > ${skip}
            order by ${order} limit ${limitOf(perPage)} offset ${unseen(skip)}) l
        join product p on p.id = l.product_id where p.status = 'publish') cards
    from (${shelfOf(asked)}) shelf`);
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

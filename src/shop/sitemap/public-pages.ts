import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** A page for search engines, with the time of its last change if known. */
export interface SitemapPage {
  path: string;
  changedAt: Date | null;
}

/**
 * Range of product ids per part of the sitemap: it limits the URLs of a part, and leaves part names stable as the
 * catalogue grows.
 */
const idsPerPart = 5_000;

const isListed = sql`status = 'publish' and catalog_visibility <> 'hidden'`;

/** Pages that show the catalogue, and static pages. */
const newestFirst = ["/", "/products/category", "/collections"];
const written = ["/gifts", "/about-us", "/support", "/services"];

/** Every public page except products: fixed ones, and categories with products. */
export async function fixedPages(reader: Reader): Promise<SitemapPage[]> {
  const newest = await reader.one<{ changedAt: Date | null }>(
    sql`select max(created_at) "changedAt" from product where status = 'publish'`,
  );
  const categories = await reader.all<SitemapPage>(sql`
    select '/products/category/' || slug path,
      (select max(created_at) from listing l where l.category_id = c.id) "changedAt"
    from category c where kind <> 'hidden' and product_count > 0 order by menu_order, id`);
  return [
    ...newestFirst.map((path) => ({ path, changedAt: newest?.changedAt ?? null })),
    ...written.map((path) => ({ path, changedAt: null })),
    ...categories,
  ];
}

/** The parts of the product sitemap, each with its latest change. */
export const productParts = (reader: Reader): Promise<{ part: number; changedAt: Date }[]> =>
  reader.all(sql`
    select id / ${idsPerPart}::integer part, max(modified_at) "changedAt" from product
    where ${isListed} group by part order by part`);

/** The products of one part; none if there is no such part. */
export const productPages = (reader: Reader, part: number): Promise<SitemapPage[]> =>
  reader.all(sql`
    select '/product-detail/' || id || '/' || slug path, modified_at "changedAt" from product
    where id >= ${part * idsPerPart}::bigint and id < ${(part + 1) * idsPerPart}::bigint and ${isListed} order by id`);

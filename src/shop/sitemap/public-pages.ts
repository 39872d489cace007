import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** A page that search engines should know, and when what it shows was last changed, where that is known. */
export interface PublicPage {
  path: string;
  changedAt: Date | null;
}

/** Product ids in one part of the site map: no part has more addresses, and a part keeps its name as the shop grows. */
const idsPerPart = 5_000;

const isListed = sql`status = 'publish' and catalog_visibility <> 'hidden'`;

/** What shows the catalogue, and what is written text. */
const newestFirst = ["/", "/products/category", "/collections"];
const written = ["/gifts", "/about-us", "/support", "/services"];

/** Every public page but the products': the fixed ones, and the categories that have something in them. */
export async function fixedPages(reader: Reader): Promise<PublicPage[]> {
  const newest = await reader.one<{ changedAt: Date | null }>(
    sql`select max(created_at) "changedAt" from product where status = 'publish'`,
  );
  const categories = await reader.all<PublicPage>(sql`
    select '/products/category/' || slug path,
      (select max(created_at) from listing l where l.category_id = c.id) "changedAt"
    from category c where kind <> 'hidden' and product_count > 0 order by menu_order, id`);
  return [
    ...newestFirst.map((path) => ({ path, changedAt: newest?.changedAt ?? null })),
    ...written.map((path) => ({ path, changedAt: null })),
    ...categories,
  ];
}

/** The parts that the products' addresses are split into, each with the latest change in it. */
export const productParts = (reader: Reader): Promise<{ part: number; changedAt: Date }[]> =>
  reader.all(sql`
    select id / ${idsPerPart}::integer part, max(modified_at) "changedAt" from product
    where ${isListed} group by part order by part`);

/** One part's products; none where there is no such part. */
export const productPages = (reader: Reader, part: number): Promise<PublicPage[]> =>
  reader.all(sql`
    select '/product-detail/' || id || '/' || slug path, modified_at "changedAt" from product
    where id >= ${part * idsPerPart}::bigint and id < ${(part + 1) * idsPerPart}::bigint and ${isListed} order by id`);

import type { Language } from "#contract/language.ts";
import { type FragmentCache, type FragmentKind, type Version, versionsIn } from "#shop/kernel/cache/fragment-cache.ts";
import { type BatchedFunction, createBatcher } from "#shop/kernel/db/batching.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { pageOf } from "../cards.ts";
import { wooProduct } from "./product.ts";
import { findProductRows, versionIn, versionOf } from "./product-row.ts";
import type { ReadContext } from "./send-resource.ts";

const tagOf = (id: number): string => `product:${id}`;
const kinds: Record<Language, FragmentKind> = { vi: { name: "product vi", tagOf }, en: { name: "product en", tagOf } };

/**
 * A page of products that are requested concurrently. The array is in a subquery: otherwise PostgreSQL would plan for
 * its length.
 */
const severalOf = (ids: readonly number[]): Sql =>
  sql`select * from unnest((select ${ids}::integer[])) with ordinality requested (id, place)`;

/** The version of one published product, or undefined. */
export const openVersionOf = (reader: Reader): BatchedFunction<number, Version | undefined> =>
  createBatcher(async (ids) => {
    const versions = await productVersions(reader, severalOf([...new Set(ids)]));
    const byId = new Map(versions.map((version) => [version.id, version]));
    return ids.map((id) => byId.get(id));
  });

/** The versions of a page's published products. @param page a subquery of `id` and `place` */
export async function productVersions(reader: Reader, page: Sql): Promise<Version[]> {
  const found = await reader.one<{ products: string | null }>(sql`
    select string_agg(p.id || '.' || ${versionOf}, ' ' order by page.place) products
    from (${page}) page join product p on p.id = page.id join stock s on s.id = p.stock_id where p.status = 'publish'`);
  return versionsIn(found?.products ?? null);
}

/** Published products as JSON for the storefront; those not cached in these versions are loaded. */
export const productParts = (
  reader: Reader,
  parts: FragmentCache,
  versions: readonly Version[],
  reading: ReadContext,
): Promise<Buffer[]> =>
  parts.getAll(kinds[reading.lang], versions, async (ids) =>
    (await findProductRows(reader, pageOf(ids), reading))
      .filter(({ status }) => status === "publish")
      .map((row) => ({ id: row.id, version: versionIn(row), value: wooProduct(row, reading) })),
  );

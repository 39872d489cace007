import type { Pagination } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import {
  type FragmentCache,
  type FragmentKind,
  jsonArrayOf,
  type Version,
  versionsIn,
} from "#shop/kernel/cache/fragment-cache.ts";
import { type BatchedFunction, createBatcher } from "#shop/kernel/db/batching.ts";
import { pageOf, versionedCards, versionOf } from "./cards.ts";

/** Ids and versions of a page's products `p`, as one value. */
export const cardVersions = (order: Sql): Sql => sql`string_agg(p.id || '.' || ${versionOf}, ' ' order by ${order})`;

/** Versions of those products that are published, in their order. */
export const openCardVersions = (reader: Reader): BatchedFunction<readonly number[], Version[]> =>
  createBatcher(async (pages: readonly (readonly number[])[]) => {
    const ids = [...new Set(pages.flat())];
    const found = await reader.one<{ products: string | null }>(sql`
      select ${cardVersions(sql`p.id`)} products from product p
      where p.id = any((select ${ids}::integer[])::integer[]) and p.status = 'publish'`);
    const byId = new Map(versionsIn(found?.products ?? null).map((version) => [version.id, version]));
    return pages.map((page) => page.flatMap((id) => byId.get(id) ?? []));
  });

const tagOf = (id: number): string => `product:${id}`;
const kinds: Record<Language, FragmentKind> = { vi: { name: "card vi", tagOf }, en: { name: "card en", tagOf } };

/** Cards as JSON, in the order of the versions; those not cached in these versions are loaded. */
export const cardParts = (
  reader: Reader,
  parts: FragmentCache,
  versions: readonly Version[],
  lang: Language,
): Promise<Buffer[]> => parts.getAll(kinds[lang], versions, (ids) => versionedCards(reader, pageOf(ids), lang));

/** A `ProductList` as JSON. */
export const cardList = ({ cards, pagination }: { cards: readonly Buffer[]; pagination: Pagination }): Buffer =>
  jsonArrayOf(cards, '{"products":[', `],"pagination":${JSON.stringify(pagination)}}`);

import type { Language, Translated } from "#contract/language.ts";
import type { CategoriesQuery } from "#contract/woo/taxonomy-query.ts";
import { type FragmentCache, type FragmentKind, type Version, versionsIn } from "#shop/kernel/cache/fragment-cache.ts";
import { type BatchedFunction, createSharedLoader } from "#shop/kernel/db/batching.ts";
import { type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { giftOf, type StoredGift, usualGiftJson } from "../gifts.ts";
import { pictureJson, type StoredPicture } from "../stored-picture.ts";
import { imageOf, originOf, translationsFor } from "./fields.ts";
import { allOf } from "./product-filters.ts";
import type { PartPage, ReadContext } from "./send-resource.ts";

interface CategoryRow {
  id: number;
  slug: string;
  kind: "jewelry" | "gift" | "hidden";
  parentId: number | null;
  menuOrder: number;
  display: string;
  name: Translated;
  description: Translated;
  picture: StoredPicture | null;
  gift: StoredGift | null;
  count: number;
  version: string;
}

/** Version of row `c`: PostgreSQL's xmin. */
const versionOf = sql`c.xmin::text`;

const rowsOf = (from: Sql, order: Sql): Sql => sql`
  select c.id, ${versionOf} version, c.slug, c.kind, c.parent_id "parentId", c.menu_order "menuOrder", c.display, c.name, c.description,
    c.product_count count,
    (select ${pictureJson(sql`i`, sql`coalesce(c.picture_alt, c.name)`)} from picture i where i.id = c.picture_id) picture,
    ${usualGiftJson} gift
  from category c ${from} order by ${order}`;

function conditionsOf(query: CategoriesQuery, { merchant, lang }: ReadContext): Sql[] {
  const { include, exclude, slug, parent, product, search } = query;
  return [
    !merchant && sql`c.kind <> 'hidden'`,
    include && sql`c.id = any(${include}::integer[])`,
    exclude && sql`c.id <> all(${exclude}::integer[])`,
    slug && sql`c.slug = any(${slug.split(",")}::text[])`,
    parent !== undefined && sql`coalesce(c.parent_id, 0) = ${parent}`,
    product !== undefined &&
      sql`exists (select from product_category pc where pc.category_id = c.id and pc.product_id = ${product})`,
    search && sql`(fold_text(c.name ->> ${lang}::text) like '%' || fold_text(${search}) || '%' or c.slug = ${search})`,
    query.hide_empty && sql`c.product_count > 0`,
  ].filter((condition): condition is Sql => typeof condition === "object");
}

function orderOf({ orderby, order, include }: CategoriesQuery, { lang }: ReadContext): Sql {
  if (orderby === "include" && include) return sql`array_position(${include}::integer[], c.id)`;
  const keys: Record<string, Sql> = {
    name: sql`name_sort_key(c.name ->> ${lang}::text) collate "C"`,
    slug: sql`c.slug`,
    description: sql`c.description ->> ${lang}::text`,
    count: sql`c.product_count`,
    menu_order: sql`c.menu_order`,
  };
  return sql`${keys[orderby] ?? sql`c.id`} ${raw(order)}, c.id ${raw(order)}`;
}

interface CategoryRead {
  query: CategoriesQuery;
  reading: ReadContext;
}

/** Versions of all categories that match a storefront query; concurrent equal queries share one statement. */
export type CategoryFinder = BatchedFunction<CategoryRead, Version[]>;
export const openCategoryFinder = (reader: Reader): CategoryFinder =>
  createSharedLoader(
    async ({ query, reading }) => {
      const [where, order] = [allOf(conditionsOf(query, reading)), orderOf(query, reading)];
      const found = await reader.one<{ categories: string | null }>(sql`
        select string_agg(c.id || '.' || ${versionOf}, ' ' order by ${order}) categories from category c where ${where}`);
      return versionsIn(found?.categories ?? null);
    },
    ({ query, reading }) => JSON.stringify([query, reading.lang]),
  );

/** One page of the categories; the storefront never gets a hidden one. */
export async function findCategories(
  { reader, parts, finder }: { reader: Reader; parts: FragmentCache; finder: CategoryFinder },
  { query, reading }: CategoryRead,
): Promise<PartPage> {
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const [page, perPage] = [query.page, query.per_page];
  if (reading.merchant || query._fields) {
    const where = sql`where ${allOf(conditionsOf(query, reading))}`;
    const rows = await reader.all<CategoryRow>(rowsOf(where, orderOf(query, reading)));
    const items = rows.slice(skip, skip + perPage).map((row) => wooCategory(row, reading));
    return { items, total: rows.length, page, perPage };
  }
  const versions = await finder({ query, reading });
  const items = await categoryParts(reader, parts, versions.slice(skip, skip + perPage), reading);
  return { items, total: versions.length, page, perPage };
}

const tagOf = (): string => "products";
const kinds: Record<Language, FragmentKind> = {
  vi: { name: "category vi", tagOf },
  en: { name: "category en", tagOf },
};

/** Categories as JSON for the storefront; those not cached in these versions are loaded. */
const categoryParts = (
  reader: Reader,
  parts: FragmentCache,
  versions: readonly Version[],
  reading: ReadContext,
): Promise<Buffer[]> =>
  parts.getAll(kinds[reading.lang], versions, async (ids) =>
    (
      await reader.all<CategoryRow>(rowsOf(sql`where c.id = any(${ids}::integer[]) and c.kind <> 'hidden'`, sql`c.id`))
    ).map((row) => ({ id: row.id, version: row.version, value: wooCategory(row, reading) })),
  );

/** @returns undefined if it does not exist, or is hidden from this reader */
export async function findCategory(reader: Reader, id: number, reading: ReadContext) {
  const row = await reader.one<CategoryRow>(
    rowsOf(sql`where c.id = ${id} and (c.kind <> 'hidden' or ${reading.merchant})`, sql`c.id`),
  );
  return row && wooCategory(row, reading);
}

const wooCategory = (row: CategoryRow, reading: ReadContext): Record<string, unknown> => ({
  id: row.id,
  name: row.name[reading.lang],
  slug: row.slug,
  parent: row.parentId ?? 0,
  description: row.description[reading.lang],
  display: row.display,
  image: row.picture && imageOf(row.picture, reading),
  menu_order: row.menuOrder,
  count: row.count,
  kind: row.kind,
  gift: giftOf(row.gift, reading.lang, originOf(reading)),
  ...translationsFor(reading, { name: row.name, description: row.description }),
  _links: linksOf(
    reading.origin,
    "products/categories",
    row.id,
    row.parentId ? `products/categories/${row.parentId}` : undefined,
  ),
});

import type { ProductTab } from "#contract/product-tabs.ts";
import type { ProductListQuery, ProductListRow, StaffProductList } from "#contract/backoffice/products.ts";
import type { Language, Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { lowItems } from "../low-items.ts";
import { englishLacks } from "../products/english-marks.ts";
import type { ProductExtra } from "../products/product-state.ts";
import { pictureJson, pictureOf, type StoredPicture } from "../stored-picture.ts";

const needsEnglish = sql`english_needs_work(array[p.name, p.short_description, p.description]::jsonb[],
  coalesce(p.extra -> 'english', '{}'))`;

const withoutImage = sql`not exists (select from product_picture pp where pp.product_id = p.id)`;
const untrashed = sql`p.status <> 'trash'`;

/** The products `p` of each tab; the conditions are those of the indexes of migration 0065. */
const conditions: Record<ProductTab, Sql> = {
  all: untrashed,
  publish: sql`p.status = 'publish'`,
  draft: sql`p.status in ('draft', 'pending')`,
  future: sql`p.status = 'future'`,
  private: sql`p.status = 'private'`,
  trash: sql`p.status = 'trash'`,
  sold_out: sql`${untrashed} and not p.in_stock`,
  low: sql`p.id in (select l.product_id from (${lowItems(false, sql`now()`)}) l)`,
  without_image: sql`${untrashed} and ${withoutImage}`,
  without_english: sql`${untrashed} and ${needsEnglish}`,
  without_price: sql`${untrashed} and p.price is null`,
};
const tabs = Object.keys(conditions) as ProductTab[];

/** The tabs that are counted by status, in a table that triggers maintain; all others by their index. */
const statusesOf: Partial<Record<ProductTab, string[]>> = {
  publish: ["publish"],
  draft: ["draft", "pending"],
  future: ["future"],
  private: ["private"],
  trash: ["trash"],
};

async function countTabs(reader: Reader): Promise<StaffProductList["counts"]> {
  const statuses = await reader.all<{ status: string; count: number }>(sql`
    select status, product_count::integer count from product_status_count`);
  const counted = (of: (status: string) => boolean): number =>
    statuses.filter(({ status }) => of(status)).reduce((sum, { count }) => sum + count, 0);
  const others = tabs.filter((tab) => tab !== "all" && !statusesOf[tab]);
  const parts = others.map(
    (tab) => sql`select ${tab}::text tab, count(*)::integer count from product p where ${conditions[tab]}`,
  );
  const rows = await reader.all<{ tab: ProductTab; count: number }>(join(parts, " union all "));
  const byTab = new Map(rows.map(({ tab, count }) => [tab, count]));
  const countOf = (tab: ProductTab): number => {
    if (tab === "all") return counted((status) => status !== "trash");
    return byTab.get(tab) ?? counted((status) => statusesOf[tab]?.includes(status) ?? false);
  };
  return Object.fromEntries(tabs.map((tab) => [tab, countOf(tab)])) as StaffProductList["counts"];
}

const likePart = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;

/** Words of the name in either language, a part of a SKU, or the barcode of the product or of a variation. */
const matching = (search: string): Sql => sql`p.id in (
  select search_products('vi', ${search}, true) union select search_products('en', ${search}, true)
  union select id from product where sku ilike ${likePart(search)} or extra ->> 'global_unique_id' = ${search}
  union select product_id from variation where sku ilike ${likePart(search)} or extra ->> 'global_unique_id' = ${search})`;

interface StaffProductRow {
  id: number;
  name: Translated;
  shortDescription: Translated;
  description: Translated;
  slug: string;
  type: "simple" | "variable";
  status: string;
  createdAt: Date;
  modifiedAt: Date;
  picture: StoredPicture | null;
  categories: string[];
  price: Dong | null;
  low: Dong;
  high: Dong;
  sku: string | null;
  regularPrice: Dong | null;
  saleWanted: Dong | null;
  stockId: number;
  managed: boolean;
  quantity: number;
  inStock: boolean;
  extra: Partial<ProductExtra>;
  variations: ProductListRow["variations"];
}

const variationsJson = (lang: Language): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', v.id, 'status', v.status, 'sku', coalesce(v.sku, ''), 'regular_price', v.regular_price,
    'sale_price', v.scheduled_sale_price, 'stock_id', v.stock_id, 'managed', vs.managed, 'quantity', vs.quantity,
    'options', coalesce((
      select string_agg(t.name ->> ${lang}::text, ', ' order by po.position, po.attribute_id)
      from variation_option vo join term t on t.id = vo.term_id
        join product_option po on po.product_id = p.id and po.attribute_id = vo.attribute_id
      where vo.variation_id = v.id), '')) order by v.menu_order, v.id)
  from variation v join stock vs on vs.id = v.stock_id where v.product_id = p.id and v.status <> 'trash'), '[]')`;

const rowsOf = (reader: Reader, page: Sql, lang: Language): Promise<StaffProductRow[]> =>
  reader.all<StaffProductRow>(sql`
    select p.id, p.name, p.short_description "shortDescription", p.description, p.slug, p.type, p.status,
      p.created_at "createdAt", p.modified_at "modifiedAt",
      (select ${pictureJson(sql`i`, sql`pp.alt`)} from product_picture pp join picture i on i.id = pp.picture_id
        where pp.product_id = p.id order by pp.position limit 1) picture,
      array(select c.name ->> ${lang}::text from product_category pc join category c on c.id = pc.category_id
        where pc.product_id = p.id order by pc.position, c.id) categories,
      p.price, p.min_price low, p.max_price high, p.sku, p.regular_price "regularPrice", p.scheduled_sale_price "saleWanted",
      p.stock_id "stockId", s.managed, s.quantity, p.in_stock "inStock", p.extra, ${variationsJson(lang)} variations
    from (${page}) page join product p on p.id = page.id join stock s on s.id = p.stock_id
    order by page.place`);

/** The units of all stock rows of a product, each once; null where none is counted. */
function unitsOf({ type, stockId, managed, quantity, variations }: StaffProductRow): number | null {
  const own = { stock_id: stockId, managed, quantity };
  const stocks = (type === "simple" ? [own] : variations).filter((one) => one.managed);
  if (stocks.length === 0) return null;
  return [...new Map(stocks.map((one) => [one.stock_id, one.quantity])).values()].reduce((sum, one) => sum + one, 0);
}

function toRow(row: StaffProductRow, lang: Language): ProductListRow {
  const { name, shortDescription, description, extra, picture, createdAt, modifiedAt, price, low, high } = row;
  const texts = { name, short_description: shortDescription, description };
  const variable = row.type === "variable";
  const lacks = Object.keys(englishLacks(texts, extra.english)) as ProductListRow["english_lacks"];
  return {
    ...{ id: row.id, slug: row.slug, type: row.type, status: row.status, categories: row.categories },
    ...{ name: name[lang], created_at: createdAt.toISOString(), modified_at: modifiedAt.toISOString() },
    image: picture && pictureOf(picture, lang),
    price: price === null ? null : { low, high, regular: variable ? null : row.regularPrice },
    sku: row.sku ?? "",
    regular_price: variable ? null : row.regularPrice,
    sale_price: variable ? null : row.saleWanted,
    ...{ stock_id: row.stockId, managed: row.managed, quantity: row.quantity },
    stock: unitsOf(row),
    in_stock: row.inStock,
    english_lacks: lacks,
    variations: row.variations,
  };
}

function filtersOf({ tab, search, category }: Pick<ProductListQuery, "tab" | "search" | "category">): Sql[] {
  return [
    conditions[tab],
    ...(search?.trim() ? [matching(search.trim())] : []),
    ...(category === undefined
      ? []
      : [
          sql`exists (select from product_category pc join category_path cp on cp.category_id = pc.category_id
            where pc.product_id = p.id and cp.ancestor_id = ${category})`,
        ]),
  ];
}

/** The condition of the list's filters on products `p`. */
export const productFilter = (query: Pick<ProductListQuery, "tab" | "search" | "category">): Sql =>
  join(filtersOf(query), " and ");

/** The rows of the list, the last change first, and the number of products of each tab. */
export async function listStaffProducts(
  reader: Reader,
  query: ProductListQuery,
  lang: Language,
): Promise<StaffProductList & { total: number }> {
  const { tab, page, per_page } = query;
  const filters = filtersOf(query);
  const where = join(filters, " and ");
  const pageOfIds = sql`
    select p.id, row_number() over (order by p.modified_at desc, p.id desc) place from product p where ${where}
    order by p.modified_at desc, p.id desc limit ${per_page} offset ${(page - 1) * per_page}`;
  const counts = await countTabs(reader);
  const filtered = filters.length > 1;
  const total = filtered
    ? (await reader.one<{ total: number }>(sql`select count(*)::integer total from product p where ${where}`))?.total
    : counts[tab];
  return { rows: (await rowsOf(reader, pageOfIds, lang)).map((row) => toRow(row, lang)), counts, total: total ?? 0 };
}

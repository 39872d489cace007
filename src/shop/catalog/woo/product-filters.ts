import type { ProductsQuery } from "#contract/woo/product-query.ts";
import { parseMoment } from "#contract/woo/query.ts";
import { join, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { ReadContext } from "./send-resource.ts";

const noMatch = sql`false`;

/**
 * A search consists of words: each must be the prefix of one in the name, a term or a category; or it equals the SKU.
 */
const searchFor = (search: string, { lang, merchant }: ReadContext): Sql => sql`
  (p.sku = ${search} or p.id in (select search_products(${lang}, ${search}, ${merchant})))`;

const likePart = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;

/** Products in any of the categories or below them; `listing` has those that are visible to shoppers. */
const inCategories = (ids: number[], merchant: boolean): Sql =>
  merchant
    ? sql`exists (select from product_category pc join category_path cp using (category_id)
        where pc.product_id = p.id and cp.ancestor_id = any(${ids}::integer[]))`
    : sql`exists (select from listing l join category c on c.id = l.category_id
        where l.product_id = p.id and l.category_id = any(${ids}::integer[]) and c.kind <> 'hidden')`;

/** Products listed in the first visible category of a product, which may be withdrawn. */
const inCategoryOf = (id: number): Sql => sql`p.id <> ${id} and p.id in (
  select l.product_id from listing l where l.category_id = (
    select pc.category_id from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = ${id} and c.kind <> 'hidden' order by pc.position, c.id limit 1))`;

/** Products hidden from lists are still found by id or slug, and possibly by the search, which checks that itself. */
const isListed = (query: ProductsQuery, { merchant }: ReadContext): boolean =>
  !(merchant || query.include || query.slug || query.search);
const listed = sql`p.id not in (
  select id from product where status = 'publish' and catalog_visibility in ('search', 'hidden'))`;

/** Products with any of the tags. */
const tagged = (ids: number[]): Sql =>
  sql`p.id in (select product_id from product_tag where tag_id = any(${ids}::integer[]))`;

/** An attribute that does not exist does not filter, as in WooCommerce. */
const withTerms = (attribute: string, terms: number[]): Sql => sql`(
  not exists (select from attribute where slug = ${attribute} and product_id is null)
  or p.id in (select m.product_id from product_any_term m join term t on t.id = m.term_id
                join attribute a on a.id = t.attribute_id
              where m.term_id = any(${terms}::integer[]) and a.slug = ${attribute} and a.product_id is null))`;

const datesOf = ({ after, before, modified_after, modified_before, dates_are_gmt: gmt }: ProductsQuery) => [
  after && sql`p.created_at > ${parseMoment(after, gmt)}`,
  before && sql`p.created_at < ${parseMoment(before, gmt)}`,
  modified_after && sql`p.modified_at > ${parseMoment(modified_after, gmt)}`,
  modified_before && sql`p.modified_at < ${parseMoment(modified_before, gmt)}`,
];

const stockIs = (status: NonNullable<ProductsQuery["stock_status"]>): Sql =>
  status === "onbackorder" ? noMatch : status === "instock" ? sql`p.in_stock` : sql`not p.in_stock`;

export const codesOf = (list: string): string[] => list.split(",").map((code) => code.trim());

/** Matches a list of SKUs; for merchants those of variations return the variations, see codes-page.ts. */
const skuIs = (sku: string, merchant: boolean): Sql => {
  const codes = codesOf(sku);
  if (merchant) return sql`p.sku = any(${codes}::text[])`;
  return sql`(p.sku = any(${codes}::text[])
    or p.id in (select product_id from variation where sku = any(${codes}::text[]) and status <> 'trash'))`;
};

const barcodeIs = (list: string): Sql => sql`p.extra ->> 'global_unique_id' = any(${codesOf(list)}::text[])`;

/** Lists of types and of statuses; "any" is no restriction. */
const kindsOf = ({ include_types, exclude_types, include_status, exclude_status }: ProductsQuery) => [
  include_types && sql`p.type = any(${include_types}::text[])`,
  exclude_types && sql`p.type <> all(${exclude_types}::text[])`,
  include_status && !include_status.includes("any") && sql`p.status = any(${include_status}::text[])`,
  exclude_status && sql`p.status <> all(${exclude_status}::text[])`,
];

const skuHas = (part: string): Sql => sql`(p.sku ilike ${likePart(part)}
  or p.id in (select product_id from variation where sku ilike ${likePart(part)} and status <> 'trash'))`;

const isVirtual = sql`coalesce((p.extra ->> 'virtual')::boolean, false)`;

/** Unsupported features: downloads, grouped products. */
const usesUnsupported = ({ downloadable, parent, parent_exclude }: ProductsQuery): boolean =>
  Boolean(downloadable || (parent && !parent.includes(0)) || parent_exclude?.includes(0));

export interface ProductFilters {
  /** conditions on a row `p` of product, without the status */
  conditions: Sql[];
  /** null for every status but trash */
  status: string | null;
  /** condition that excludes unlisted products; null to include them */
  listed: Sql | null;
  /**
   * if nearly all products match: disjoint conditions of the products that do not, which are cheaper to count; else
   * null
   */
  others: Sql[] | null;
  /** the single category, if every other filter can be applied to its list */
  categoryId: number | null;
}

/** Translates a query into conditions. It never fails: a filter that nothing matches becomes a false condition. */
export function filtersOf(query: ProductsQuery, reading: ReadContext): ProductFilters {
  const { merchant } = reading;
  const { category, attribute, attribute_term, include, exclude } = query;
  // the storefront sees only published products; a query for drafts returns none
  const status = merchant ? (query.status === "any" ? null : query.status) : "publish";
  const categoryId = !merchant && category?.length === 1 ? (category[0] ?? null) : null;
  const inStock = query.stock_status === "instock";
  const nearlyAll = [
    exclude && sql`p.id <> all(${exclude}::integer[])`,
    query.stock_status && stockIs(query.stock_status),
  ].filter((condition): condition is Sql => typeof condition === "object");
  const narrow = [
    include && sql`p.id = any(${include}::integer[])`,
    query.search && searchFor(query.search, reading),
    query.slug && sql`p.slug = ${query.slug}`,
    query.type && sql`p.type = ${query.type}`,
    query.sku && skuIs(query.sku, merchant),
    query.global_unique_id && barcodeIs(query.global_unique_id),
    query.search_sku && skuHas(query.search_sku),
    query.featured === undefined ? undefined : query.featured ? sql`p.featured` : sql`not p.featured`,
    query.on_sale === undefined ? undefined : query.on_sale ? sql`p.on_sale` : sql`not p.on_sale`,
    query.virtual === undefined ? undefined : query.virtual ? isVirtual : sql`not ${isVirtual}`,
    query.min_price === undefined ? undefined : sql`p.max_price >= ${query.min_price}`,
    query.max_price === undefined ? undefined : sql`p.min_price <= ${query.max_price}`,
    category && categoryId === null ? inCategories(category, merchant) : undefined,
    query.tag && tagged(query.tag),
    query.same_category_as && inCategoryOf(query.same_category_as),
    attribute && attribute_term && withTerms(attribute, attribute_term),
    usesUnsupported(query) ? noMatch : undefined,
    !merchant && !["any", "publish"].includes(query.status) ? noMatch : undefined,
    ...kindsOf(query),
    ...datesOf(query),
  ].filter((condition): condition is Sql => typeof condition === "object");
  const othersAreFew = narrow.length === 0 && (inStock || !query.stock_status);
  return {
    conditions: [...nearlyAll, ...narrow],
    ...{ status, categoryId, listed: isListed(query, reading) ? listed : null },
    others: othersAreFew ? othersOf(inStock, exclude) : null,
  };
}

/** Products out of stock, unless requested; and those excluded by id. */
function othersOf(inStock: boolean, exclude: number[] | undefined): Sql[] {
  // in a subquery: otherwise PostgreSQL would plan for the array's length each time
  const excluded =
    exclude && sql`p.id = any((select ${exclude}::integer[])::integer[]) and ${inStock ? sql`p.in_stock` : sql`true`}`;
  return [...(inStock ? [sql`not p.in_stock`] : []), ...(excluded ? [excluded] : [])];
}

/** All conditions combined with AND. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join([...conditions], " and ");

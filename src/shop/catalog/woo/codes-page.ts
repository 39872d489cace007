import type { ProductsQuery } from "#contract/woo/product-query.ts";
import { join, type Reader, sql } from "#shop/kernel/db/database.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import { shippingFields } from "./fields.ts";
import { wooProduct } from "./product.ts";
import { codesOf } from "./product-filters.ts";
import { findProductPage } from "./product-page.ts";
import { findProductRows } from "./product-row.ts";
import type { ReadContext } from "./send-resource.ts";
import { variationAsProduct } from "./variation-as-product.ts";
import { pageOfVariations } from "./variation-page.ts";
import { variationRows } from "./variation-row.ts";

/** A page of all matches: a list of SKUs cannot have this many. */
const all = { page: 1, per_page: 1_000_000, offset: undefined };

/** Filters on fields that only products have, so that no variation matches. */
const filtersProductsOnly = ({ type, featured, downloadable, category, tag, attribute, ...rest }: ProductsQuery) =>
  Boolean(type || rest.include_types || featured || downloadable || category || tag || attribute || rest.search_sku);

interface CodeMatch {
  item: WooItem;
  id: number;
  createdAt: Date;
  modifiedAt: Date;
}

async function variationsOf(reader: Reader, query: ProductsQuery, reading: ReadContext): Promise<CodeMatch[]> {
  if (filtersProductsOnly(query)) return [];
  const { sku, global_unique_id: barcode, parent, parent_exclude } = query;
  const named = [
    ...(sku ? [sql`v.sku = any(${codesOf(sku)}::text[])`] : []),
    ...(barcode ? [sql`v.extra ->> 'global_unique_id' = any(${codesOf(barcode)}::text[])`] : []),
  ];
  const rows = await variationRows(reader, join(named, " and "), reading);
  const { page } = pageOfVariations(rows, { ...query, ...all, sku: undefined }, reading);
  return page
    .filter((row) => query.virtual === undefined || shippingFields(row).virtual === query.virtual)
    .filter(({ productId }) => (parent?.includes(productId) ?? true) && !parent_exclude?.includes(productId))
    .map((row) => ({ ...row, item: variationAsProduct(row, reading) }));
}

async function productsOf(reader: Reader, query: ProductsQuery, reading: ReadContext): Promise<CodeMatch[]> {
  const { page } = await findProductPage(reader, { ...query, ...all }, reading);
  const rows = await findProductRows(reader, page, reading);
  return rows.map((row) => ({ ...row, item: wooProduct(row, reading) }));
}

function comparison({ orderby, order, include }: ProductsQuery): (one: CodeMatch, other: CodeMatch) => number {
  if (orderby === "include" && include) return (one, other) => include.indexOf(one.id) - include.indexOf(other.id);
  const keyOf = ({ id, createdAt, modifiedAt }: CodeMatch): number =>
    orderby === "id" ? id : (orderby === "modified" ? modifiedAt : createdAt).getTime();
  const sign = order === "asc" ? 1 : -1;
  return (one, other) => sign * (keyOf(one) - keyOf(other) || one.id - other.id);
}

/**
 * Results of a merchant's search by SKU or barcode: products, and variations with `type` "variation" and their
 * `parent_id`, which is how programs find what to update. Sorted by date, id or include.
 */
export async function findByCodes(
  reader: Reader,
  query: ProductsQuery,
  reading: ReadContext,
): Promise<{ items: WooItem[]; total: number; ids: number[] }> {
  const products = await productsOf(reader, query, reading);
  const found = [...products, ...(await variationsOf(reader, query, reading))].sort(comparison(query));
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const page = found.slice(skip, skip + query.per_page);
  const ids = page.map(({ id, item }) => (item.type === "variation" ? Number(item.parent_id) : id));
  return { items: page.map(({ item }) => item), total: found.length, ids };
}

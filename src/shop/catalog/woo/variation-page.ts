import { compareNames } from "#contract/name-order.ts";
import type { VariationsQuery } from "#contract/woo/product-query.ts";
import { parseMoment } from "#contract/woo/query.ts";
import type { ReadContext } from "./send-resource.ts";
import { isReduced, type VariationRow } from "./variation-row.ts";

/** Filters, sorts and pages in memory: a product has a few dozen variations at most. */
export function pageOfVariations(
  rows: readonly VariationRow[],
  query: VariationsQuery,
  { merchant }: Pick<ReadContext, "merchant">,
): { page: VariationRow[]; total: number } {
  const tests = testsOf(query, merchant);
  const found = rows.filter((row) => tests.every((test) => test(row))).sort(comparison(query));
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  return { page: found.slice(skip, skip + query.per_page), total: found.length };
}

type RowTest = (row: VariationRow) => boolean;

function testsOf(query: VariationsQuery, merchant: boolean): RowTest[] {
  const { include, exclude, sku, search, on_sale, stock_status, status, min_price, max_price } = query;
  const { after, before, modified_after, modified_before, dates_are_gmt: gmt } = query;
  const tests: (RowTest | false | undefined | "")[] = [
    include && (({ id }) => include.includes(id)),
    exclude && (({ id }) => !exclude.includes(id)),
    sku && ((row) => row.sku !== null && sku.split(",").includes(row.sku)),
    search && ((row) => namesAll(row, search)),
    query.slug && (() => false),
    on_sale !== undefined && ((row) => isReduced(row) === on_sale),
    stock_status && ((row) => (row.quantity > 0 ? "instock" : "outofstock") === stock_status),
    merchant && ((row) => (status === "any" ? row.status !== "trash" : row.status === status)),
    min_price !== undefined && (({ price }) => price !== null && price >= min_price),
    max_price !== undefined && (({ price }) => price !== null && price <= max_price),
    after && (({ createdAt }) => createdAt > parseMoment(after, gmt)),
    before && (({ createdAt }) => createdAt < parseMoment(before, gmt)),
    modified_after && (({ modifiedAt }) => modifiedAt > parseMoment(modified_after, gmt)),
    modified_before && (({ modifiedAt }) => modifiedAt < parseMoment(modified_before, gmt)),
  ];
  return tests.filter((test): test is RowTest => typeof test === "function");
}

const namesAll = ({ sku, attributes }: VariationRow, search: string): boolean => {
  const text = [sku ?? "", ...attributes.flatMap(({ option, value }) => [option, value])].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const keyOf = (row: VariationRow, { orderby }: VariationsQuery): number | string => {
  if (orderby === "date") return row.createdAt.getTime();
  if (orderby === "modified") return row.modifiedAt.getTime();
  if (orderby === "price") return row.price ?? 0;
  if (orderby === "menu_order") return row.menuOrder;
  if (orderby === "title" || orderby === "slug") return row.attributes.map(({ option }) => option).join(", ");
  return row.id;
};

function comparison(query: VariationsQuery): (one: VariationRow, other: VariationRow) => number {
  const { include, orderby, order } = query;
  if (orderby === "include" && include) return (one, other) => include.indexOf(one.id) - include.indexOf(other.id);
  const sign = order === "asc" ? 1 : -1;
  return (one, other) => {
    const [key, than] = [keyOf(one, query), keyOf(other, query)];
    const difference = typeof key === "number" ? key - Number(than) : compareNames(key, String(than));
    return sign * (difference || one.id - other.id);
  };
}

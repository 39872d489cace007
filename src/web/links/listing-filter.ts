import type { FilteredListQuery } from "#contract/catalog.ts";

/** Listed here and not imported from the contract: a value import would bring the schemas, and zod, into every page. */
const sortFields = ["popularity", "price"] as const satisfies readonly FilteredListQuery["orderby"][];
export type SortField = (typeof sortFields)[number];
export type Direction = "ASC" | "DESC";
export const filterNames = ["types", "gemstone"] as const;
export type FilterName = (typeof filterNames)[number];

/** How a listing is sorted and filtered; all null is the plain listing. `types` and `gemstone` are term slugs. */
export interface ListingFilter {
  sort: { field: SortField; direction: Direction } | null;
  types: string | null;
  gemstone: string | null;
}

const slug = /^[\w-]{1,200}$/;
const validSlug = (value: string | null): string | null => (value !== null && slug.test(value) ? value : null);

/** Reads `?orderby&order&types&gemstone`; invalid values are ignored. */
export function readFilter(search: URLSearchParams): ListingFilter {
  const field = sortFields.find((order) => order === search.get("orderby"));
  return {
    sort: field ? { field, direction: search.get("order")?.toUpperCase() === "DESC" ? "DESC" : "ASC" } : null,
    types: validSlug(search.get("types")),
    gemstone: validSlug(search.get("gemstone")),
  };
}

/** The last page shown, from 1. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get("page"));
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** The query parameters of a filter as name and value, without those that are not set. */
export const filterPairs = ({ sort, types, gemstone }: ListingFilter): [string, string][] => [
  ...(sort
    ? ([
        ["orderby", sort.field],
        ["order", sort.direction],
      ] as [string, string][])
    : []),
  ...(types ? ([["types", types]] as [string, string][]) : []),
  ...(gemstone ? ([["gemstone", gemstone]] as [string, string][]) : []),
];
export const filterSearch = (filter: ListingFilter): URLSearchParams => new URLSearchParams(filterPairs(filter));

export const isPlain = (filter: ListingFilter): boolean => filterPairs(filter).length === 0;

/** Cycles a sort: none, ascending, descending, none. It replaces the other sort. */
export function toggleSort(filter: ListingFilter, field: SortField): ListingFilter {
  const direction = filter.sort?.field === field ? filter.sort.direction : null;
  if (direction === "DESC") return { ...filter, sort: null };
  return { ...filter, sort: { field, direction: direction === "ASC" ? "DESC" : "ASC" } };
}

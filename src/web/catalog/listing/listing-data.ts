import type { Category, ProductList, Term } from "#contract/catalog.ts";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import { type FilterName, filterNames, isPlain, type ListingFilter } from "#web/links/listing-filter.ts";
import type { Failure, LoadedPages } from "../loaded-pages.ts";

/** Filter options. */
export type FilterTerm = Pick<Term, "slug" | "name">;
export interface FilterTerms extends Record<FilterName, FilterTerm[]> {
  /** filters that the merchant does not offer */
  off: FilterName[];
}

/** Attribute of each filter; other attributes are not filters. */
const attributeOf: Record<FilterName, string> = { types: "pa_type", gemstone: "pa_gemstone" };

export interface Listing {
  category: Pick<Category, "id" | "slug" | "name" | "description" | "kind"> & { image: string | null };
  terms: FilterTerms;
  filter: ListingFilter;
  pages: LoadedPages | { failure: Failure };
}

/** One page: the plain call if nothing is sorted or filtered, otherwise the filtered one. */
export function listPage(
  store: StoreClient,
  slug: string,
  { sort, types, gemstone }: ListingFilter,
  page: number,
): Promise<StoreResult<ProductList>> {
  if (isPlain({ sort, types, gemstone })) return store.categoryList({ slug, page });
  return store.filteredList({
    category_slug: slug,
    page,
    ...(sort ? { orderby: sort.field, order: sort.direction } : {}),
    ...(types ? { types } : {}),
    ...(gemstone ? { gemstone } : {}),
  });
}

/**
 * The terms of the two filters that occur in the category; if the call fails there are no filters, and the listing
 * still works.
 */
export async function loadTerms(store: StoreClient, category: string): Promise<FilterTerms> {
  const attributes = await store.attributes();
  const attributeFor = (name: FilterName) =>
    attributes.ok ? attributes.data.find(({ slug }) => slug === attributeOf[name]) : undefined;
  const terms = async (name: FilterName): Promise<FilterTerm[]> => {
    const attribute = attributeFor(name);
    const result = attribute?.filter ? await store.terms(attribute.id, { category, orderby: "menu_order" }) : null;
    if (!result?.ok) return [];
    return result.data.map(({ slug, name: label }) => ({ slug, name: label }));
  };
  const [types, gemstone] = await Promise.all([terms("types"), terms("gemstone")]);
  return { types, gemstone, off: filterNames.filter((name) => attributeFor(name)?.filter === false) };
}

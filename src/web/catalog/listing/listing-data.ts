import type { Category, ProductList, Term } from "#contract/catalog.ts";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import { type FilterName, isPlain, type ListingFilter } from "#web/links/listing-filter.ts";
import type { Failure, LoadedPages } from "../loaded-pages.ts";

/** Filter options. */
export type FilterTerm = Pick<Term, "slug" | "name">;
export type FilterTerms = Record<FilterName, FilterTerm[]>;

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
  const terms = async (name: FilterName): Promise<FilterTerm[]> => {
    const attribute = attributes.ok && attributes.data.find(({ slug }) => slug === attributeOf[name]);
    const result = attribute ? await store.terms(attribute.id, { category, orderby: "menu_order" }) : null;
    if (!result?.ok) return [];
    return result.data.map(({ slug, name: label }) => ({ slug, name: label }));
  };
  const [types, gemstone] = await Promise.all([terms("types"), terms("gemstone")]);
  return { types, gemstone };
}

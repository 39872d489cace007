import type { Category, ProductList } from "#contract/catalog.ts";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { dataOrThrow, notFound } from "#web/api/page.ts";
import { cacheCategoryData } from "../category-cache.ts";
import { cachedQuery } from "#web/api/cached-query.ts";
import { filterNames, type ListingFilter, readFilter, readPage } from "#web/links/listing-filter.ts";
import { loadPages } from "../loaded-pages.ts";
import { visibleCategories } from "../visible-categories.ts";
import { type FilterTerms, type Listing, listPage, loadTerms } from "./listing-data.ts";

/** Source of a listing's data: the store in process, or the browser's calls and caches. */
interface Source {
  categories(): Promise<Category[]>;
  terms(slug: string): Promise<FilterTerms>;
  page(slug: string, filter: ListingFilter, page: number): Promise<StoreResult<ProductList>>;
}

export const serverSource = (store: StoreClient): Source => ({
  categories: async () => dataOrThrow(await store.categories()),
  terms: (slug) => loadTerms(store, slug),
  page: (slug, filter, page) => listPage(store, slug, filter, page),
});

/** A page of the list, cached for a minute, so that Back shows it at once. */
export const cachedPage = (slug: string, filter: ListingFilter, page: number): Promise<StoreResult<ProductList>> =>
  cachedQuery(["listing", slug, filter, page], () => listPage(getApiClient(), slug, filter, page));

export const browserSource = (): Source => ({
  categories: () => cacheCategoryData("categories", async () => dataOrThrow(await getApiClient().categories())),
  terms: (slug) =>
    cacheCategoryData(
      `terms ${slug}`,
      () => loadTerms(getApiClient(), slug),
      (terms) => filterNames.every((name) => terms[name].length > 0 || terms.off.includes(name)),
    ),
  page: cachedPage,
});

/** The filter of an old address, without what the merchant no longer offers. */
async function withoutOff(filter: ListingFilter, terms: Promise<FilterTerms>): Promise<ListingFilter> {
  const { off } = await terms;
  return { ...filter, ...Object.fromEntries(off.map((name) => [name, null])) };
}

/**
 * Everything a listing shows, for the address's sort, filters and page.
 * @throws 404 for an unknown or hidden category, 503 if the categories cannot be loaded
 */
export async function loadListing(source: Source, slug: string, search: URLSearchParams): Promise<Listing> {
  const requested = readFilter(search);
  const loading = source.terms(slug);
  const offered = filterNames.some((name) => requested[name]) ? await withoutOff(requested, loading) : requested;
  const [categories, terms, pages] = await Promise.all([
    source.categories(),
    loading,
    loadPages((page) => source.page(slug, offered, page), readPage(search)),
  ]);
  const category = visibleCategories(categories).find((each) => each.slug === slug);
  if (!category) notFound();
  const { id, name, description, kind, image } = category;
  return { category: { id, slug, name, description, kind, image: image?.src ?? null }, terms, filter: offered, pages };
}

import { useEffect } from "react";
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import type { StoreClient } from "#contract/client.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { page, passHeaders, retryHeaders } from "#web/api/page.ts";
import { ListLiveRegion } from "#web/catalog/listing/list-live-region.tsx";
import { SortButton } from "#web/catalog/listing/sort-button.tsx";
import { usePendingFilter } from "#web/catalog/listing/use-pending-filter.ts";
import { type ListingFilter, readPage } from "#web/links/listing-filter.ts";
import { type Failure, type LoadedPages, loadPages } from "#web/catalog/loaded-pages.ts";
import { categoryPath } from "#web/links/paths.ts";
import { GridSkeleton } from "#web/catalog/product-grid.tsx";
import { FailedList, ProductPages } from "#web/catalog/product-pages.tsx";
import { LinkButton } from "#design/button.tsx";
import { SearchIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCategories } from "#web/catalog/categories-context.ts";
import type { Card } from "#web/catalog/card.ts";
import { RecommendedProducts } from "#web/catalog/recommended-products.tsx";
import type { Route } from "./+types/search.route.ts";
import { bestSellers } from "./best-sellers.ts";
import { rememberSearch } from "./recent-searches.ts";
import { filterOf, readSearch, type ProductSearch, searchPath } from "#web/links/search-address.ts";
import { SearchForm } from "./search-form.tsx";
import { cachedSearchPage, resultsPerPage, searchPage } from "./search-results.ts";

interface Results extends ProductSearch {
  /** null without a keyword */
  pages: LoadedPages | { failure: Failure } | null;
  /** shown below a search without products */
  best: Card[];
}

const loadResults = async (
  address: URLSearchParams,
  loadPage: (search: ProductSearch, page: number) => ReturnType<typeof cachedSearchPage>,
  store: StoreClient,
): Promise<Results> => {
  const search = readSearch(address);
  if (search.keyword === "") return { ...search, pages: null, best: [] };
  const pages = await loadPages((number) => loadPage(search, number), readPage(address));
  return { ...search, pages, best: "total" in pages && pages.total === 0 ? await bestSellers(store) : [] };
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = page(context);
  const results = await loadResults(url.searchParams, (search, number) => searchPage(store, search, number), store);
  const failure = results.pages && "failure" in results.pages && results.pages.failure;
  return failure ? data(results, { status: failure.status || 503, headers: retryHeaders(failure) }) : data(results);
}

export const headers = passHeaders;

export const clientLoader = ({ url }: Route.ClientLoaderArgs): Promise<Results> =>
  loadResults(url.searchParams, cachedSearchPage, getApiClient());

/** Only the page number changed: those pages are already loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const searchOf = (url: URL) => JSON.stringify(readSearch(url.searchParams));
  return currentUrl.search !== nextUrl.search && searchOf(currentUrl) === searchOf(nextUrl)
    ? false
    : defaultShouldRevalidate;
};

/** Suggestions in place of results. */
function SearchSuggestions({ title, text }: { title: string; text?: string }) {
  const t = useTexts();
  const categories = useCategories();
  return (
    <EmptyState icon={<SearchIcon size={32} />} title={title} text={text}>
      {categories.slice(0, 4).map(({ id, slug, name }) => (
        <LinkButton key={id} look="secondary" size="small" to={categoryPath(slug)}>
          {name}
        </LinkButton>
      ))}
      <LinkButton look="secondary" size="small" to="/gifts">
        {t("nav.gifts")}
      </LinkButton>
      {/* a search without products is sometimes for help */}
      <p className="flex w-full flex-wrap justify-center gap-x-6 pt-2 text-sm">
        <Link to="/services#size-guide" className="inline-flex min-h-11 items-center text-link">
          {t("footer.size_guide")}
        </Link>
        <Link to="/profile?tab=orders" className="inline-flex min-h-11 items-center text-link">
          {t("footer.order_tracking")}
        </Link>
      </p>
    </EmptyState>
  );
}

/** Sort order of the results; relevance by default. */
function Order({ keyword, filter }: { keyword: string; filter: ListingFilter }) {
  const t = useTexts();
  const list = { path: "/search", always: [["keyword", keyword]] as const };
  return (
    <section aria-label={t("search.order")} className="flex flex-wrap items-center gap-x-8 border-y border-line py-1">
      <SortButton list={list} filter={filter} field="popularity" />
      <SortButton list={list} filter={filter} field="price" />
    </section>
  );
}

export default function SearchPage({ loaderData: { keyword, sort, pages, best } }: Route.ComponentProps) {
  const t = useTexts();
  const title = keyword ? t("search.results_for", { keyword }) : t("header.search");
  const filter = filterOf({ sort });
  const pending = usePendingFilter(filter);
  const found = pages !== null && "total" in pages ? pages.total : 0;
  useEffect(() => {
    if (found > 0) rememberSearch(keyword);
  }, [keyword, found]);
  return (
    <div className="page pt-8 md:pt-12">
      <PageHead title={title} hidden="results" path={keyword ? searchPath(keyword) : "/search"} />
      <h1 className="text-2xl wrap-anywhere md:text-3xl">{title}</h1>
      <p role="status" className="mt-1 text-sm text-taupe">
        {found > 0 && t("search.results", { count: found })}
      </p>
      <SearchForm keyword={keyword} />
      {found > 1 && (
        <div className="pt-8">
          <Order keyword={keyword} filter={pending ?? filter} />
          <ListLiveRegion key={keyword} filter={filter} total={found} />
        </div>
      )}
      <div className="min-h-[50vh] pt-8">
        {pages === null && <SearchSuggestions title={t("search.placeholder")} />}
        {pages && "failure" in pages && <FailedList title={t("search.error")} failure={pages.failure} />}
        {pending && <GridSkeleton count={12} />}
        {pages && "cards" in pages && !pending && (
          <ProductPages
            key={searchPath(keyword, sort)}
            pages={pages}
            loadPage={(number) => cachedSearchPage({ keyword, sort }, number)}
            maxAutoLoads={0}
            perPage={resultsPerPage}
            linkTo={(number) => searchPath(keyword, sort, number)}
            empty={
              <>
                <SearchSuggestions title={t("search.empty")} text={t("search.empty_hint")} />
                {best.length > 0 && (
                  <div className="mt-16">
                    <RecommendedProducts title={t("search.best_sellers")} cards={best} />
                  </div>
                )}
              </>
            }
          />
        )}
      </div>
    </div>
  );
}

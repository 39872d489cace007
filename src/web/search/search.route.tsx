import { data, Link, type ShouldRevalidateFunctionArgs, useRevalidator } from "react-router";
import { page } from "#web/api/page.ts";
import { readPage } from "#web/catalog/listing-filter.ts";
import { type Failure, type LoadedPages, loadPages } from "#web/catalog/loaded-pages.ts";
import { categoryPath } from "#web/catalog/paths.ts";
import { ProductPages } from "#web/catalog/product-pages.tsx";
import { LinkButton } from "#web/design/button.tsx";
import { SearchIcon } from "#web/design/icons.tsx";
import { EmptyState, ErrorState } from "#web/design/page-states.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCategories } from "#web/shell/categories-context.ts";
import type { Route } from "./+types/search.route.ts";
import { SearchForm } from "./search-form.tsx";
import { keptSearchPage, readKeyword, resultsPerPage, searchPage, searchPath } from "./search-results.ts";

interface Results {
  keyword: string;
  /** null without a keyword */
  pages: LoadedPages | { failure: Failure } | null;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = page(context);
  const keyword = readKeyword(url.searchParams);
  if (keyword === "") return data<Results>({ keyword, pages: null });
  const pages = await loadPages((number) => searchPage(store, keyword, number), readPage(url.searchParams));
  return data<Results>({ keyword, pages }, { status: "failure" in pages ? pages.failure.status || 503 : 200 });
}

export async function clientLoader({ url }: Route.ClientLoaderArgs): Promise<Results> {
  const keyword = readKeyword(url.searchParams);
  if (keyword === "") return { keyword, pages: null };
  return { keyword, pages: await loadPages((number) => keptSearchPage(keyword, number), readPage(url.searchParams)) };
}

/** Pages that were loaded are put into the address when they are there already. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search && readKeyword(currentUrl.searchParams) === readKeyword(nextUrl.searchParams)
    ? false
    : defaultShouldRevalidate;

function Failed({ failure }: { failure: Failure }) {
  const t = useTexts();
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorState
      title={t("search.error")}
      text={problemSentence(t, failure)}
      retryLabel={t("common.retry")}
      onRetry={() => void revalidate()}
      busy={state === "loading"}
    />
  );
}

/** Instead of results, where to look besides. */
function WaysOn({ title, text }: { title: string; text?: string }) {
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
      {/* what is looked for in vain is now and then no piece at all */}
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

export default function Search({ loaderData: { keyword, pages } }: Route.ComponentProps) {
  const t = useTexts();
  const title = keyword ? t("search.results_for", { keyword }) : t("header.search");
  return (
    <div className="page pt-8 md:pt-12">
      <PageHead title={title} hidden="results" path={keyword ? searchPath(keyword) : "/search"} />
      <h1 className="text-2xl wrap-anywhere md:text-3xl">{title}</h1>
      <p role="status" className="mt-1 text-sm text-taupe">
        {pages && "total" in pages && pages.total > 0 && t("search.results", { count: pages.total })}
      </p>
      <SearchForm keyword={keyword} />
      <div className="min-h-[50vh] pt-8 md:pt-10">
        {pages === null && <WaysOn title={t("search.placeholder")} />}
        {pages && "failure" in pages && <Failed failure={pages.failure} />}
        {pages && "cards" in pages && (
          <ProductPages
            key={keyword}
            pages={pages}
            ask={(number) => keptSearchPage(keyword, number)}
            mostAutomatic={0}
            perPage={resultsPerPage}
            linkTo={(number) => searchPath(keyword, number)}
            empty={<WaysOn title={t("search.empty")} text={t("search.empty_hint")} />}
          />
        )}
      </div>
    </div>
  );
}

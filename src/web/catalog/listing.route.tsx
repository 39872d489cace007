import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { page, passHeaders, retryHeaders } from "#web/api/page.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/listing.route.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { usePriceLimitInDollars } from "./gift-bound.ts";
import { GiftIntersections } from "./gift-cross.tsx";
import { ListLiveRegion } from "./listing/list-live-region.tsx";
import type { Listing } from "./listing/listing-data.ts";
import { ListingPages } from "./listing/listing-pages.tsx";
import { browserSource, loadListing, serverSource } from "./listing/load-listing.ts";
import { SortBar } from "./listing/sort-bar.tsx";
import { filterKey, usePendingFilter, useTopOnChange } from "./listing/use-pending-filter.ts";
import { categoryPath } from "#web/links/paths.ts";
import { GridSkeleton } from "./product-grid.tsx";
import { FailedList } from "./product-pages.tsx";
import { isGift } from "./visible-categories.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { store } = page(context);
  const listing = await loadListing(serverSource(store), params.category, url.searchParams);
  if (!("failure" in listing.pages)) return data(listing);
  const { failure } = listing.pages;
  return data(listing, { status: failure.status === 429 ? 429 : 503, headers: retryHeaders(failure) });
}

export const headers = passHeaders;

export const clientLoader = ({ params, url }: Route.ClientLoaderArgs): Promise<Listing> =>
  loadListing(browserSource(), params.category, url.searchParams);

/** Only the page number changed: those pages are already loaded. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const withoutPage = ({ pathname, searchParams }: URL) => {
    const search = new URLSearchParams(searchParams);
    search.delete("page");
    return `${pathname}?${search}`;
  };
  const onlyPage = currentUrl.search !== nextUrl.search && withoutPage(currentUrl) === withoutPage(nextUrl);
  return onlyPage ? false : defaultShouldRevalidate;
}

/** A category's name within a text: `Gifts under 500K` becomes `gifts under 500K`. */
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

function Title({ category, pages }: Pick<Listing, "category" | "pages">) {
  const t = useTexts();
  const bound = usePriceLimitInDollars(category.slug);
  const parent = isGift(category)
    ? { name: t("nav.gifts"), path: "/gifts" }
    : { name: t("nav.jewelry"), path: "/products/category" };
  return (
    <div className="page pt-5 pb-6 md:pt-6 md:pb-8">
      <Breadcrumbs trail={[parent, { name: category.name, path: categoryPath(category.slug) }]} />
      <div className="mt-6 flex flex-wrap items-baseline gap-x-4 md:mt-10">
        <h1 className="text-3xl md:text-4xl">{category.name}</h1>
        {"total" in pages && (
          <p className="text-sm text-taupe md:text-base">{t("listing.count", { count: pages.total })}</p>
        )}
      </div>
      {category.description && (
        <p className="mt-2 max-w-2xl text-sm text-taupe md:text-base">
          {category.description} {bound}
        </p>
      )}
      <GiftIntersections category={category} />
    </div>
  );
}

export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts();
  const { category, terms, filter, pages } = loaderData;
  const pending = usePendingFilter(filter);
  const top = useTopOnChange(filter, pending);
  return (
    <>
      <PageHead
        title={t("meta.category_title", { category: category.name })}
        description={t("meta.category_description", { category: lowerFirst(category.name) })}
        image={category.image ?? undefined}
        path={categoryPath(category.slug)}
      />
      <Title category={category} pages={pages} />
      <ListLiveRegion key={category.slug} filter={filter} total={"total" in pages ? pages.total : null} />
      <div ref={top} className="scroll-mt-(--header-height)" />
      <SortBar slug={category.slug} filter={pending ?? filter} terms={terms} />
      {/* focused elements scroll to below the sort bar too */}
      <div className="page min-h-[70vh] pt-8 md:pt-10 [&_:is(a,button)]:scroll-mt-36">
        {pending && <GridSkeleton count={12} />}
        {!pending && "failure" in pages && <FailedList title={t("listing.load_error")} failure={pages.failure} />}
        {!pending && "cards" in pages && (
          <ListingPages
            key={`${category.slug}?${filterKey(filter)}`}
            slug={category.slug}
            filter={filter}
            pages={pages}
          />
        )}
      </div>
    </>
  );
}

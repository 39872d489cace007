import type { MouseEvent, ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { ProductList } from "#contract/catalog.ts";
import type { StoreResult } from "#contract/client.ts";
import { Button, LinkButton } from "#design/button.tsx";
import { ErrorState } from "#design/page-states.tsx";
import { useHydrated } from "#design/use-hydrated.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Failure, LoadedPages } from "./loaded-pages.ts";
import { GridSkeleton, ProductGrid } from "./product-grid.tsx";
import { type InfiniteList, useInfiniteList } from "./use-infinite-list.ts";

/** Shown in place of a list that failed to load; the retry reloads the page's data. */
export function FailedList({ title, failure }: { title: string; failure: Failure }) {
  const t = useTexts();
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorState
      title={title}
      text={problemMessage(t, failure)}
      retryLabel={t("common.retry")}
      onRetry={() => void revalidate()}
      busy={state === "loading"}
    />
  );
}

/** cards in the first row on a desktop: the others load lazily */
const firstRow = 4;

/** The next page: its placeholder and the button that loads it; before hydration, a link. */
function NextPage({ link, more, size }: { link: string; more: InfiniteList; size: number }) {
  const t = useTexts();
  const hydrated = useHydrated();
  if (more.failure) {
    return (
      <ErrorState
        title={t("listing.load_error")}
        text={problemMessage(t, more.failure)}
        retryLabel={t("common.retry")}
        onRetry={more.loadMore}
      />
    );
  }
  return (
    <>
      {/* keyed by page: the previous placeholder has become products, and nothing shifts */}
      <div key={more.lastPage}>
        <div ref={more.trigger} className="h-8 md:h-10" />
        {more.expected && (
          <div className="noscript:hidden">
            <GridSkeleton count={size} />
          </div>
        )}
      </div>
      <p className="mt-8 flex justify-center">
        {hydrated ? (
          <Button look="secondary" busy={more.loading} onClick={more.loadMore} className="min-w-64">
            {t(more.loading ? "listing.loading_more" : "common.show_more")}
          </Button>
        ) : (
          <LinkButton look="secondary" to={link} rel="next" className="min-w-64">
            {t("common.show_more")}
          </LinkButton>
        )}
      </p>
    </>
  );
}

/** Scrolls without changing the address, which has the page number. */
function goToTop(event: MouseEvent): void {
  event.preventDefault();
  window.scrollTo(0, 0);
  document.getElementById("content")?.focus({ preventScroll: true });
}

function Ending() {
  const t = useTexts();
  return (
    <p className="mt-12 flex flex-col items-center gap-1 text-sm text-taupe">
      {t("listing.end")}
      {/* biome-ignore lint/a11y/useValidAnchor: it works without scripts too */}
      <a href="#content" onClick={goToTop} className="inline-flex min-h-11 items-center text-link">
        {t("listing.back_to_top")}
      </a>
    </p>
  );
}

interface ProductPagesProps {
  pages: LoadedPages;
  /** one page, numbered from 1 */
  loadPage: (page: number) => Promise<StoreResult<ProductList>>;
  /** maximum number of automatic loads in a row */
  maxAutoLoads: number;
  perPage: number;
  /** link to the list up to a page */
  linkTo: (page: number) => string;
  /** shown if the list is empty */
  empty: ReactNode;
}

/** Products with infinite scrolling. Remount it (by key) for another list. */
export function ProductPages({ pages, loadPage, maxAutoLoads, perPage, linkTo, empty }: ProductPagesProps) {
  const t = useTexts();
  const more = useInfiniteList(loadPage, pages, maxAutoLoads);
  if (more.cards.length === 0) return empty;
  const remaining = Math.max(1, more.total - more.lastPage * perPage);
  return (
    <>
      {pages.first > 1 && (
        <p className="mb-8 text-center text-sm">
          <LinkButton look="quiet" to={linkTo(pages.first - 1)} rel="prev" reloadDocument>
            {t("listing.show_earlier")}
          </LinkButton>
        </p>
      )}
      <ProductGrid cards={more.cards} eager={firstRow} />
      <p role="status" className="sr-only">
        {more.lastPage > pages.last && t("a11y.results_updated", { count: more.cards.length })}
      </p>
      {more.lastPage < more.totalPages && (
        <NextPage link={linkTo(more.lastPage + 1)} more={more} size={Math.min(perPage, remaining)} />
      )}
      {more.lastPage >= more.totalPages && more.totalPages > 1 && <Ending />}
    </>
  );
}

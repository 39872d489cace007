import { LinkButton } from "#design/button.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { filterSearch, isPlain, type ListingFilter } from "#web/links/listing-filter.ts";
import type { LoadedPages } from "../loaded-pages.ts";
import { ProductPages } from "../product-pages.tsx";
import { cachedPage } from "./load-listing.ts";

const perPage = 12;
const maxAutoLoads = 3;

const pageSearch = (filter: ListingFilter, page: number): string => {
  const search = filterSearch(filter);
  search.set("page", String(page));
  return `?${search}`;
};

function NothingHere({ filter }: { filter: ListingFilter }) {
  const t = useTexts();
  const text = isPlain(filter) ? undefined : t("listing.empty_filtered");
  return (
    <EmptyState title={t("listing.empty")} text={text}>
      <LinkButton look="secondary" to={isPlain(filter) ? "/products/category" : "?"} size="small" preventScrollReset>
        {t(isPlain(filter) ? "nav.all_jewelry" : "listing.clear_filters")}
      </LinkButton>
    </EmptyState>
  );
}

interface ListingPagesProps {
  slug: string;
  filter: ListingFilter;
  pages: LoadedPages;
}

/** The products of a category; up to three more pages load automatically. */
export function ListingPages({ slug, filter, pages }: ListingPagesProps) {
  return (
    <ProductPages
      pages={pages}
      loadPage={(page) => cachedPage(slug, filter, page)}
      maxAutoLoads={maxAutoLoads}
      perPage={perPage}
      linkTo={(page) => pageSearch(filter, page)}
      empty={<NothingHere filter={filter} />}
    />
  );
}

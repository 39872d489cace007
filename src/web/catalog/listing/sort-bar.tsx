import { useRef } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { ListingFilter } from "#web/links/listing-filter.ts";
import { categoryPath } from "#web/links/paths.ts";
import { FilterChips } from "./filter-chips.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import type { FilterTerms } from "./listing-data.ts";
import { SortButton } from "./sort-button.tsx";

interface SortBarProps {
  slug: string;
  filter: ListingFilter;
  terms: FilterTerms;
}

/** Sorting and filters; it sticks below the header while scrolling. */
export function SortBar({ slug, filter, terms }: SortBarProps) {
  const t = useTexts();
  const list = { path: categoryPath(slug) };
  const bar = useRef<HTMLElement>(null);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={t("listing.sort_bar")}
      className="sticky top-(--header-height) z-20 border-y border-line bg-ivory outline-none"
    >
      <div className="page relative flex flex-wrap items-center justify-between gap-x-3 py-1 max-[22rem]:gap-x-10 lg:justify-start lg:gap-x-10 lg:py-2">
        <SortButton list={list} filter={filter} field="popularity" />
        <FilterMenu list={list} filter={filter} name="types" terms={terms.types} />
        <FilterMenu list={list} filter={filter} name="gemstone" terms={terms.gemstone} />
        <SortButton list={list} filter={filter} field="price" />
        <div className="min-w-0 max-lg:w-full max-lg:has-[li]:pb-1 lg:-my-1 lg:ml-auto">
          <FilterChips
            list={list}
            filter={filter}
            terms={terms}
            onTakenOff={() => bar.current?.focus({ preventScroll: true })}
          />
        </div>
      </div>
    </section>
  );
}

import { classes } from "#design/class-names.ts";
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type ListingFilter, toggleSort, type SortField } from "#web/links/listing-filter.ts";
import { FilterForm, type ListAddress } from "./filter-form.tsx";

interface SortButtonProps {
  list: ListAddress;
  filter: ListingFilter;
  field: SortField;
}

/** Cycles through unsorted, ascending and descending, shown by the arrow and the accessible name. */
export function SortButton({ list, filter, field }: SortButtonProps) {
  const t = useTexts();
  const direction = filter.sort?.field === field ? filter.sort.direction : null;
  const state = t(
    direction === null ? "listing.sort_none" : direction === "ASC" ? "listing.sort_asc" : "listing.sort_desc",
  );
  return (
    <FilterForm list={list} filter={toggleSort(filter, field)} role="presentation">
      <button
        type="submit"
        data-direction={direction ?? "none"}
        aria-pressed={direction !== null}
        aria-label={`${t(`listing.${field}`)}: ${state}`}
        className={classes(
          "inline-flex min-h-11 items-center gap-1 text-sm whitespace-nowrap transition-colors hover:text-champagne",
          direction !== null && "font-medium text-champagne",
        )}
      >
        {t(`listing.${field}`)}
        <span className="relative inline-block size-4" aria-hidden="true">
          {direction === "ASC" && <ArrowUpIcon size={16} />}
          {direction === "DESC" && <ArrowDownIcon size={16} />}
          {direction === null && <SortIcon size={16} className="text-edge" />}
        </span>
      </button>
    </FilterForm>
  );
}

import { CloseIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { filterNames, isPlain, type ListingFilter } from "#web/links/listing-filter.ts";
import { FilterForm, type ListAddress } from "./filter-form.tsx";
import type { FilterTerms } from "./listing-data.ts";

const nothing: ListingFilter = { sort: null, types: null, gemstone: null };

interface FilterChipsProps {
  list: ListAddress;
  filter: ListingFilter;
  terms: FilterTerms;
  /** the clicked chip, which has the focus, is about to be removed */
  onTakenOff: () => void;
}

/** The active filters, each removable, and Clear Filters for all of them. On a phone the row fades at the edge behind which it continues. */
export function FilterChips({ list, filter, terms, onTakenOff }: FilterChipsProps) {
  const t = useTexts();
  if (isPlain(filter)) return null;
  const { sort } = filter;
  const chips = [
    ...(sort
      ? [
          {
            key: "sort",
            label: `${t(`listing.${sort.field}`)}: ${t(sort.direction === "ASC" ? "listing.sort_asc" : "listing.sort_desc").toLowerCase()}`,
            without: { ...filter, sort: null },
          },
        ]
      : []),
    ...filterNames.flatMap((name) => {
      const chosen = filter[name];
      if (chosen === null) return [];
      const label = terms[name].find(({ slug: term }) => term === chosen)?.name ?? chosen;
      return [{ key: name, label, without: { ...filter, [name]: null } }];
    }),
  ];
  return (
    <ul
      aria-label={t("listing.active_filters")}
      className="scrollbar-none flex items-center gap-2 overflow-x-auto py-1 max-lg:-mx-(--gutter) max-lg:mask-[linear-gradient(to_right,black_calc(100%-3rem),transparent)] max-lg:scroll-pr-12 max-lg:pr-12 max-lg:pl-(--gutter) lg:flex-wrap"
    >
      {chips.map(({ key, label, without }) => (
        <li key={key} className="shrink-0">
          <FilterForm list={list} filter={without} onSubmit={onTakenOff}>
            <button
              type="submit"
              aria-label={t("listing.remove_filter", { filter: label })}
              className="inline-flex min-h-11 items-center gap-2 bg-sand px-3 text-xs transition-colors hover:bg-line lg:min-h-8"
            >
              {label}
              <CloseIcon size={12} />
            </button>
          </FilterForm>
        </li>
      ))}
      <li className="shrink-0">
        <FilterForm list={list} filter={nothing} onSubmit={onTakenOff}>
          <button type="submit" className="min-h-11 px-2 text-xs font-medium text-link lg:min-h-8">
            {t("listing.clear_filters")}
          </button>
        </FilterForm>
      </li>
    </ul>
  );
}

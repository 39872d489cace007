import { useState } from "react";
import { type ParcelView, parcelViews } from "#contract/backoffice/parcel-views.ts";
import { Button } from "#design/button.tsx";
import { ListTab } from "#backoffice/components/list-tab.tsx";
import { SearchField } from "#backoffice/components/search-field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { sheetFilters } from "./sheet-filters.ts";
import { ParcelFilterSheet } from "./filter-sheet.tsx";

interface ParcelFiltersProps {
  view: ParcelView;
  search: URLSearchParams;
  set: (changes: Record<string, string>, options?: { replace: boolean }) => void;
  /** of the parcels in the list */
  carriers: readonly string[];
}

/** Search, view and filters of the list of parcels, as compact as those of the orders. */
export function ParcelFilters({ view, search, set, carriers }: ParcelFiltersProps) {
  const t = useTexts();
  const [opened, setOpened] = useState(false);
  const count = sheetFilters.filter((name) => search.get(name)).length;
  return (
    <div className="mb-4 space-y-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <SearchField
            search={search.get("search") ?? ""}
            label={t("parcels.search")}
            hint={t("parcels.search_hint")}
            clear={t("orders.clear_search")}
            onSearch={(text) => set({ search: text }, { replace: Boolean(search.get("search")) })}
          />
        </div>
        <Button look="secondary" size="small" className="min-h-12 lg:min-h-12" onClick={() => setOpened(true)}>
          {count > 0 ? t("parcels.filters_set", { count }) : t("actions.filter")}
        </Button>
      </div>
      <nav aria-label={t("parcels.view")} className="-mx-4 overflow-x-auto border-b border-line px-2 lg:mx-0 lg:px-0">
        <ul className="flex">
          {parcelViews.map((one) => (
            <ListTab
              key={one}
              label={t(`parcel_views.${one}`)}
              active={one === view}
              onOpen={() => set({ view: one })}
            />
          ))}
        </ul>
      </nav>
      {opened && <ParcelFilterSheet {...{ search, set, carriers }} onClose={() => setOpened(false)} />}
    </div>
  );
}

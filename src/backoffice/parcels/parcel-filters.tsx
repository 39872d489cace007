import { useState } from "react";
import { parcelViews } from "#contract/backoffice/parcel-views.ts";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { furtherFilters } from "./further-filters.ts";
import { FurtherFilters } from "./further-filters-sheet.tsx";

interface ParcelFiltersProps {
  search: URLSearchParams;
  set: (changes: Record<string, string>) => void;
}

/** The filters of the list of parcels: the frequent ones, and a sheet with the others. */
export function ParcelFilters({ search, set }: ParcelFiltersProps) {
  const t = useTexts();
  const { view = "open", carrier = "", cod = "" } = Object.fromEntries(search);
  const [opened, setOpened] = useState(false);
  const further = furtherFilters.filter((name) => search.get(name)).length;
  return (
    <>
      <form
        className="mb-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          set({ search: String(new FormData(event.currentTarget).get("search") ?? "").trim() });
        }}
      >
        <SelectField
          className="min-w-36 flex-1"
          label={t("parcels.view")}
          value={view}
          onChange={(event) => set({ view: event.target.value })}
        >
          {parcelViews.map((one) => (
            <option key={one} value={one}>
              {t(`parcel_views.${one}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          className="min-w-36 flex-1"
          label={t("parcels.carrier")}
          value={carrier}
          onChange={(event) => set({ carrier: event.target.value })}
        >
          <option value="">{t("parcels.any")}</option>
          <option value="ghn">GHN</option>
          <option value="none">{t("parcels.no_carrier")}</option>
        </SelectField>
        <SelectField
          className="min-w-36 flex-1"
          label={t("parcels.cod")}
          value={cod}
          onChange={(event) => set({ cod: event.target.value })}
        >
          <option value="">{t("parcels.any")}</option>
          <option value="true">{t("parcels.with_cod")}</option>
          <option value="false">{t("parcels.paid")}</option>
        </SelectField>
        <Button
          look="secondary"
          size="small"
          className="min-h-12 min-w-36 flex-1 sm:flex-none lg:min-h-12"
          onClick={() => setOpened(true)}
        >
          {further > 0 ? t("parcels.further_set", { count: further }) : t("parcels.further")}
        </Button>
        <TextField
          key={search.get("search")}
          className="min-w-52 flex-2"
          label={t("parcels.search")}
          name="search"
          type="search"
          autoComplete="off"
          defaultValue={search.get("search") ?? ""}
        />
        <Button type="submit" look="secondary" size="small" className="min-h-12 lg:min-h-12">
          {t("actions.filter")}
        </Button>
      </form>
      {opened && <FurtherFilters search={search} set={set} onClose={() => setOpened(false)} />}
    </>
  );
}

import { useSearchParams } from "react-router";
import { parcelViews, type ParcelView } from "#contract/backoffice/parcel-views.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { SelectField, TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ParcelPanel } from "./parcel-panel.tsx";
import { ParcelRow } from "./parcel-row.tsx";
import { useLabels } from "./use-labels.ts";

const everyMs = 30_000;
const perPage = 25;

const isView = (value: string | null): value is ParcelView => parcelViews.some((view) => view === value);

/** Opens the labels of all parcels in the list that have one. */
function AllLabels({ parcels }: { parcels: readonly ParcelEntry[] }) {
  const t = useTexts();
  const ids = parcels.flatMap(({ id, actions }) => (actions.includes("label") ? [id] : []));
  const labels = useLabels(ids.join(","), () => ids);
  if (ids.length < 2) return null;
  const count = labels.remaining || ids.length;
  return (
    <div className="space-y-2">
      <Button look="secondary" size="small" className="min-h-12" busy={labels.busy} onClick={labels.open}>
        {t(labels.remaining > 0 ? "parcels.labels_left" : "parcels.labels", { count })}
      </Button>
      <Failure error={labels.error} />
    </div>
  );
}

function Filters({ search, set }: { search: URLSearchParams; set: (changes: Record<string, string>) => void }) {
  const t = useTexts();
  const view = search.get("view") ?? "open";
  return (
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
        value={search.get("carrier") ?? ""}
        onChange={(event) => set({ carrier: event.target.value })}
      >
        <option value="">{t("parcels.any")}</option>
        <option value="ghn">GHN</option>
        <option value="none">{t("parcels.no_carrier")}</option>
      </SelectField>
      <SelectField
        className="min-w-36 flex-1"
        label={t("parcels.cod")}
        value={search.get("cod") ?? ""}
        onChange={(event) => set({ cod: event.target.value })}
      >
        <option value="">{t("parcels.any")}</option>
        <option value="true">{t("parcels.with_cod")}</option>
        <option value="false">{t("parcels.paid")}</option>
      </SelectField>
      <TextField
        key={search.get("search")}
        className="min-w-52 flex-2"
        label={t("parcels.search")}
        name="search"
        type="search"
        autoComplete="off"
        defaultValue={search.get("search") ?? ""}
      />
      <Button type="submit" look="secondary" className="px-5">
        {t("actions.filter")}
      </Button>
    </form>
  );
}

/** Parcels by view, carrier, code and order; the open one next to the list. Filters, page and open parcel are part of the address. */
export default function Parcels() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const view = search.get("view");
  const carrier = search.get("carrier");
  const page = Math.max(1, Number(search.get("page")) || 1);
  const open = Number(search.get("open")) || null;
  const given = Object.fromEntries(
    ["search", "cod"].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  );
  const query = useApi(
    "GET bo/parcels",
    {
      query: {
        ...given,
        ...(carrier ? { carrier: carrier === "none" ? "" : carrier } : {}),
        view: isView(view) ? view : "open",
        page,
        per_page: perPage,
      },
    },
    { everyMs },
  );
  const address = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  };
  return (
    <Page
      title={t("nav.parcels")}
      actions={
        <div className="flex flex-wrap gap-2">
          <LinkAsButton to="/returns" look="secondary">
            {t("nav.returns")}
          </LinkAsButton>
        </div>
      }
    >
      <div className={classes("xl:grid xl:gap-6", open !== null && "xl:grid-cols-[minmax(0,1fr)_26rem]")}>
        <div className={classes(open !== null && "hidden xl:block")}>
          <Filters search={search} set={(changes) => setSearch(address({ ...changes, page: null, open: null }))} />
          <Loaded
            query={query}
            isEmpty={(list) => list.length === 0}
            empty={<StateCard title={t("parcels.empty")} text={t("parcels.empty_text")} />}
          >
            {(list) => (
              <div className="space-y-4">
                <AllLabels key={list.map(({ id }) => id).join()} parcels={list} />
                <ul className="card divide-y divide-line">
                  {list.map((parcel) => (
                    <ParcelRow
                      key={parcel.id}
                      parcel={parcel}
                      current={parcel.id === open}
                      to={`?${address({ open: String(parcel.id) })}`}
                    />
                  ))}
                </ul>
              </div>
            )}
          </Loaded>
          <PageButtons
            page={page}
            perPage={perPage}
            total={query.data?.total ?? 0}
            onOpen={(next) => setSearch(address({ page: next > 1 ? String(next) : null }))}
          />
        </div>
        {open !== null && <ParcelPanel key={open} id={open} close={`?${address({ open: null })}`} />}
      </div>
    </Page>
  );
}

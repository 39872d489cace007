import { useSearchParams } from "react-router";
import { type ParcelView, parcelViews } from "#contract/backoffice/parcel-views.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ParcelFilters } from "./parcel-filters.tsx";
import { ParcelPanel } from "./parcel-panel.tsx";
import { ParcelRow } from "./parcel-row.tsx";
import { sheetFilters } from "./sheet-filters.ts";
import { useLabels } from "./use-labels.ts";

const everyMs = 30_000;
const perPage = 25;

const viewOf = (search: URLSearchParams): ParcelView =>
  parcelViews.find((view) => view === search.get("view")) ?? "open";

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

/** The request of the list that the address describes. */
function requestOf(search: URLSearchParams, page: number) {
  const carrier = search.get("carrier");
  const given = ["search", ...sheetFilters].filter((name) => name !== "carrier" && search.get(name));
  return {
    ...Object.fromEntries(given.map((name) => [name, search.get(name)])),
    ...(carrier ? { carrier: carrier === "none" ? "" : carrier } : {}),
    view: viewOf(search),
    page,
    per_page: perPage,
  };
}

/** Parcels by view, carrier, code and order; the open one next to the list. Filters, page and open parcel are part of the address. */
export default function Parcels() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get("page")) || 1);
  const open = Number(search.get("open")) || null;
  const query = useApi("GET bo/parcels", { query: requestOf(search, page) }, { everyMs });
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
          <ParcelFilters
            view={viewOf(search)}
            search={search}
            carriers={query.data?.data.map(({ carrier }) => carrier) ?? []}
            set={(changes, options) => setSearch(address({ ...changes, page: null, open: null }), options)}
          />
          <Loaded
            query={query}
            skeleton={<RowsSkeleton tall />}
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

import { useMatch, useNavigate, useOutlet } from "react-router";
import type { ManifestEntry } from "#contract/backoffice/manifests.ts";
import { Badge } from "#design/badge.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ListRecordLink, ListWithRecord } from "#backoffice/components/list-with-record.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { usePage } from "#backoffice/components/use-page.ts";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";

const everyMs = 30_000;
const perPage = 25;

/** Begins a manifest of a carrier whose packed parcels wait. */
function Waiting({ carrier, parcels }: { carrier: string; parcels: number }) {
  const t = useTexts();
  const navigate = useNavigate();
  const begin = useAction(async (key) => {
    const { data } = await call("POST bo/manifests", { body: { carrier }, key });
    await invalidate("GET bo/manifests");
    await navigate(`/manifests/${data.id}`);
  });
  return (
    <Card title={carrierName(t, carrier)} text={t("manifests.waiting", { count: parcels })}>
      <div className="space-y-3">
        <Failure error={begin.error} />
        <ServerButton wide busy={begin.busy} onClick={() => void begin.run()}>
          {t("manifests.begin", { carrier: carrierName(t, carrier) })}
        </ServerButton>
      </div>
    </Card>
  );
}

function ManifestRow({ manifest, isOpen }: { manifest: ManifestEntry; isOpen: boolean }) {
  const t = useTexts();
  const { id, number, carrier, state, created_at, closed_at, driver, totals } = manifest;
  return (
    <li>
      <ListRecordLink to={`/manifests/${id}`} isOpen={isOpen} className="block min-h-16 px-4 py-3">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
          <span className="font-medium">
            {number} · {carrierName(t, carrier)}
          </span>
          <span className="tabular">{formatAmount(totals.cod)}</span>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-taupe">
          <Badge tone={state === "open" ? "warning" : "success"}>{t(`manifests.${state}`)}</Badge>
          {t("manifests.seen", { seen: totals.seen, parcels: totals.parcels })}
          <span>{formatTime(t, closed_at ?? created_at)}</span>
          {driver && <span>{driver}</span>}
        </span>
      </ListRecordLink>
    </li>
  );
}

/** Packed parcels by carrier, open manifests, and the closed ones. */
export default function Manifests() {
  const t = useTexts();
  const [page, openPage] = usePage();
  const openId = Number(useMatch("/manifests/:id")?.params.id);
  const query = useApi("GET bo/manifests", { query: { page, per_page: perPage } }, { everyMs });
  return (
    <ListWithRecord title={t("nav.manifests")} record={useOutlet()}>
      <Page title={t("nav.manifests")} width="form">
        <Loaded query={query} skeleton={<RowsSkeleton />}>
          {({ manifests, waiting }) => (
            <div className="space-y-4">
              {waiting.map((one) => (
                <Waiting key={one.carrier} {...one} />
              ))}
              {waiting.length === 0 && manifests.every(({ state }) => state === "closed") && (
                <StateCard title={t("manifests.none_waiting")} text={t("manifests.none_waiting_text")} />
              )}
              {manifests.length > 0 && (
                <section aria-label={t("manifests.list")}>
                  <ul className="card divide-y divide-line">
                    {manifests.map((manifest) => (
                      <ManifestRow key={manifest.id} manifest={manifest} isOpen={manifest.id === openId} />
                    ))}
                  </ul>
                </section>
              )}
            </div>
          )}
        </Loaded>
        <PageButtons page={page} perPage={perPage} total={query.data?.total ?? 0} onOpen={openPage} />
      </Page>
    </ListWithRecord>
  );
}

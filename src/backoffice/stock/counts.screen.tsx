import { useState } from "react";
import { useMatch, useOutlet } from "react-router";
import type { StockCount } from "#contract/backoffice/stock-counts.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { ListRecordLink, ListWithRecord } from "#backoffice/components/list-with-record.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { usePage } from "#backoffice/components/use-page.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { NewCountSheet } from "./new-count-sheet.tsx";
import { StockTabs } from "./stock-tabs.tsx";

const perPage = 20;
const tones: Record<StockCount["state"], Tone> = { open: "warning", closed: "success", reverted: "neutral" };

function CountRow({ count, isOpen }: { count: StockCount; isOpen: boolean }) {
  const t = useTexts();
  const { id, scope, category, bin, state, by, created_at, counted, different } = count;
  return (
    <li>
      <ListRecordLink to={`/stock/counts/${id}`} isOpen={isOpen} className="flex min-h-16 items-center gap-3 px-4 py-2">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {category ?? (bin ? t("counts.place", { bin }) : t(`counts.scope_${scope}`))}
            <Badge tone={tones[state]}>{t(`counts.${state}`)}</Badge>
          </span>
          <span className="block text-xs text-taupe">
            {t("counts.summary", { counted, different })} ·{" "}
            {[by, formatTime(t, created_at)].filter(Boolean).join(" · ")}
          </span>
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </ListRecordLink>
    </li>
  );
}

/** Counts of stock. */
export default function Counts() {
  const t = useTexts();
  const { permissions } = useSession();
  const [page, openPage] = usePage();
  const openId = Number(useMatch("/stock/counts/:id")?.params.id);
  const counts = useApi("GET bo/stock-counts", { query: { page, per_page: perPage } });
  const [starting, setStarting] = useState(false);
  const mayCount = permissions.includes("stock.edit");
  const start = mayCount && (
    <Button size="small" className="min-h-12" onClick={() => setStarting(true)}>
      {t("counts.start")}
    </Button>
  );
  return (
    <ListWithRecord title={t("stock.counts")} record={useOutlet()}>
      <Page title={t("stock.counts")} actions={start}>
        <StockTabs />
        <Loaded
          query={counts}
          skeleton={<RowsSkeleton />}
          isEmpty={(list) => list.length === 0}
          empty={<StateCard title={t("counts.none")} text={t("counts.none_text")} />}
        >
          {(list) => (
            <ul className="card divide-y divide-line overflow-hidden">
              {list.map((count) => (
                <CountRow key={count.id} count={count} isOpen={count.id === openId} />
              ))}
            </ul>
          )}
        </Loaded>
        <PageButtons page={page} perPage={perPage} total={counts.data?.total ?? 0} onOpen={openPage} />
        {starting && <NewCountSheet onClose={() => setStarting(false)} />}
      </Page>
    </ListWithRecord>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import type { Today as TodayData } from "#contract/order-workflow.ts";
import { Skeleton } from "#design/skeleton.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { AnnouncedCounts } from "#backoffice/components/announced-counts.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { NewRows } from "#backoffice/held-rows/new-rows.tsx";
import { useHeldRows } from "#backoffice/held-rows/use-held-rows.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { DaySummary } from "./day-summary.tsx";
import { QueueRow } from "./queue-row.tsx";

const everyMs = 30_000;

function Skeletons() {
  const { permissions } = useSession();
  return (
    <div className="space-y-4">
      {permissions.includes("orders.view") && <Skeleton className="h-42 rounded-[8px] sm:h-27" />}
      <RowsSkeleton />
    </div>
  );
}

function Queues({ today, query }: { today: TodayData; query: UseQueryResult }) {
  const t = useTexts();
  const { shown, held, release } = useHeldRows(today.queues, {
    ...{ list: "today", idOf: ({ name }) => name, query },
    // one that was empty has no place any more
    returned: "held",
  });
  const list = useRef<HTMLUListElement>(null);
  // of the last request: the response without a change is the earlier one
  const readAt = query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt).toISOString() : today.at;
  if (today.queues.length === 0)
    return <StateCard title={t("today.done")} text={t("today.done_text", { time: formatTime(t, readAt) })} />;
  return (
    <>
      <NewRows
        held={held}
        label={t("today.new_rows", { count: held })}
        className="top-15 items-end justify-center"
        onShow={() => {
          release();
          list.current?.focus({ preventScroll: true });
        }}
      />
      <ul ref={list} tabIndex={-1} className="card divide-y divide-line outline-none">
        {shown.map((queue) => (
          <QueueRow key={queue.name} queue={queue} />
        ))}
      </ul>
      <p className="mt-3 text-xs text-taupe">{t("today.read_at", { time: formatTime(t, readAt) })}</p>
    </>
  );
}

/** The open work, and the day so far. */
export default function Today() {
  const t = useTexts();
  const query = useApi("GET bo/today", {}, { everyMs });
  return (
    <Page title={t("nav.today")} width="form">
      <Loaded query={query} skeleton={<Skeletons />}>
        {(today) => (
          <div className="relative space-y-4">
            <AnnouncedCounts counts={today.queues.map(({ name, count }) => ({ label: t(`queues.${name}`), count }))} />
            {today.day && <DaySummary day={today.day} />}
            <div>
              <Queues today={today} query={query} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { JobKind } from "#contract/backoffice/jobs.ts";
import { Badge } from "#design/badge.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { AnnouncedCounts } from "#backoffice/components/announced-counts.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatAge } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { FailedJobRow } from "./failed-job-row.tsx";
import { refreshJobs } from "./refresh-jobs.ts";

const everyMs = 30_000;
const perPage = 50;

/** Lets every failed job run again, except those that require a look at each. */
function RetryAll() {
  const t = useTexts();
  const retry = useAction(async (key: string) => {
    const { retried, left } = (await call("POST bo/jobs/retry", { query: {}, key })).data;
    reportDone(
      [t("jobs.retried", { count: retried }), left > 0 && t("jobs.left", { count: left })].filter(Boolean).join(" "),
    );
    await refreshJobs();
  });
  return (
    <>
      <ServerButton
        look="secondary"
        size="small"
        className="min-h-12"
        busy={retry.busy}
        onClick={() => void retry.run()}
      >
        {t("jobs.retry_all")}
      </ServerButton>
      <Failure error={retry.error} />
    </>
  );
}

/** The open jobs of each kind. */
function JobKinds({ kinds }: { kinds: readonly JobKind[] }) {
  const t = useTexts();
  return (
    <ul className="card divide-y divide-line">
      {kinds.map(({ kind, name, waiting, running, retrying, failed, oldest_at }) => (
        <li key={kind} className="flex min-h-14 items-center justify-between gap-3 px-4 py-2 text-sm">
          <div className="min-w-0">
            <p className="font-medium">{name}</p>
            <p className="text-xs text-taupe">
              {[
                waiting > 0 && t("jobs.waiting", { count: waiting }),
                running > 0 && t("jobs.running", { count: running }),
                retrying > 0 && t("jobs.retrying", { count: retrying }),
                t("today.oldest", { age: formatAge(t, oldest_at) }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
          {failed > 0 && (
            <Badge tone="danger" className="shrink-0">
              {t("jobs.failed", { count: failed })}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Background jobs: those that failed permanently, then what waits. */
export default function JobsScreen() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get("page")) || 1);
  const query = useApi("GET bo/jobs", { query: { page, per_page: perPage } }, { everyMs });
  const total = query.data?.total ?? 0;
  const open = (next: number) => setSearch(next > 1 ? { page: String(next) } : {});
  // the last job of the last page was retried or dismissed
  const isPastLast = query.data !== undefined && page > 1 && query.data.data.failed.length === 0;
  useEffect(() => {
    if (isPastLast) setSearch({}, { replace: true });
  }, [isPastLast, setSearch]);
  return (
    <Page title={t("nav.jobs")} width="form">
      <Loaded query={query}>
        {({ kinds, failed }) => (
          <div className="relative space-y-6">
            <AnnouncedCounts counts={[{ label: t("queues.failed_jobs"), count: total }]} />
            {total === 0 ? (
              <StateCard title={t("jobs.none")} text={t("jobs.none_text")} />
            ) : (
              <section aria-labelledby="failed-jobs" className="space-y-3">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <h2 id="failed-jobs" className="text-lg">
                    {t("jobs.failed", { count: total })}
                  </h2>
                  {total > 1 && <RetryAll />}
                </div>
                <ul className="space-y-3">
                  {failed.map((job) => (
                    <li key={job.id} className="card p-4">
                      <FailedJobRow job={job} />
                    </li>
                  ))}
                </ul>
                <PageButtons page={page} perPage={perPage} total={total} onOpen={open} />
              </section>
            )}
            {kinds.length > 0 && (
              <section aria-labelledby="job-kinds" className="space-y-3">
                <h2 id="job-kinds" className="text-lg">
                  {t("jobs.kinds")}
                </h2>
                <JobKinds kinds={kinds} />
              </section>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

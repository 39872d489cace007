import { type Db, sql } from "#shop/kernel/db/database.ts";
import { cacheRequests, gauges, registry } from "#shop/kernel/observability/metrics.ts";
import { isDatabaseReady } from "#shop/kernel/db/readiness.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

interface JobsOfKind {
  kind: string;
  waiting: number;
  oldestSeconds: number;
}

/** Measures waiting, failed and recurring jobs; the queries of the outbox use an index. */
async function measureJobs(db: Db, now: Date): Promise<void> {
  const [due, failed, late] = await Promise.all([
    db.all<JobsOfKind>(sql`
      select kind, count(*)::integer waiting, extract(epoch from ${now}::timestamptz - min(created_at))::float8 "oldestSeconds"
      from outbox where done_at is null and failed_at is null and (run_after <= ${now} or last_error is not null)
      group by kind`),
    db.all<{ kind: string; failed: number }>(
      sql`select kind, count(*)::integer failed from outbox where failed_at is not null and dismissed_at is null group by kind`,
    ),
    db.all<{ job: string; seconds: number }>(
      sql`select job, greatest(0, extract(epoch from ${now}::timestamptz - next_run))::float8 seconds from schedule`,
    ),
  ]);
  for (const { kind, waiting, oldestSeconds } of due) {
    gauges.jobsWaiting.set({ kind }, waiting);
    gauges.jobsOldest.set({ kind }, Number(oldestSeconds));
  }
  for (const { kind, failed: count } of failed) gauges.jobsFailed.set({ kind }, count);
  for (const { job, seconds } of late) gauges.scheduledJobDelay.set({ job }, Number(seconds));
}

/** All metrics in Prometheus' text format. If the database does not respond, the gauges read from it are left out. */
export async function collectMetrics({ db, admission, cache, clock }: AppContext): Promise<string> {
  for (const each of Object.values(gauges)) each.reset();
  for (const { priority, inFlight, queued } of admission.stats()) {
    gauges.requestsInFlight.set({ priority }, inFlight);
    gauges.requestsQueued.set({ priority }, queued);
  }
  for (const [state, count] of Object.entries(db.connections())) gauges.connections.set({ state }, count);
  cacheRequests.reset();
  for (const [result, count] of Object.entries(cache.stats)) cacheRequests.inc({ result }, count);
  const up = await isDatabaseReady(db);
  gauges.databaseUp.set(up ? 1 : 0);
  if (up) await measureJobs(db, clock.now()).catch(() => gauges.databaseUp.set(0));
  return registry.metrics();
}

import type { FastifyPluginAsync } from "fastify";
import type { DismissedJob, RetriedJobs } from "#contract/backoffice/jobs.ts";
import { jobEndpoints as endpoints } from "#contract/endpoints/backoffice/jobs.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import {
  dismissFailedJob,
  isFailedJob,
  isMaybeSent,
  isRetryable,
  restoreDismissedJob,
  retryFailedJobs,
} from "#shop/kernel/jobs/failed-jobs.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { listJobs } from "./list-jobs.ts";

interface JobState {
  failed: boolean;
  maybeSent: boolean;
  /** what became of it */
  state: "waiting" | "failed" | "dismissed" | "done";
}

/** Locks a job for a decision. @throws HttpError 404 */
async function lockJob(tx: Tx, id: number, lang: Language): Promise<JobState> {
  const job = await tx.one<JobState>(sql`
    select ${isFailedJob} failed, ${isMaybeSent} "maybeSent", case when done_at is not null then 'done'
      when dismissed_at is not null then 'dismissed' when failed_at is not null then 'failed' else 'waiting' end state
    from outbox where id = ${id} for update`);
  if (!job) throw new HttpError(404, "rest_not_found", t(lang, "job_errors.no_job"));
  return job;
}

const wrongState = (lang: Language, state: JobState["state"]): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `job_errors.is_${state}`), { extra: { state } });

async function retryOne(
  tx: Tx,
  id: number,
  { maybeSent, lang, now }: { maybeSent: boolean; lang: Language; now: Date },
): Promise<RetriedJobs> {
  const job = await lockJob(tx, id, lang);
  if (!job.failed) throw wrongState(lang, job.state);
  if (job.maybeSent && !maybeSent) throw new HttpError(409, "lianne_maybe_sent", t(lang, "job_errors.maybe_sent"));
  const retried = await retryFailedJobs(tx, sql`id = ${id}`, now);
  await recordAuditEvent(tx, { operation: "done", object: "job", id });
  return { retried, left: 0 };
}

/** @param kind undefined: of every kind */
async function retryAll(tx: Tx, kind: string | undefined, now: Date): Promise<RetriedJobs> {
  const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const retried = await retryFailedJobs(tx, sql`${ofKind} and not ${isMaybeSent} and ${isRetryable}`, now);
  const rest = await tx.one<{ left: number }>(
    sql`select count(*)::integer "left" from outbox where ${ofKind} and ${isFailedJob}`,
  );
  await recordAuditEvent(tx, { operation: "done", object: "job_kind", id: kind ?? "" });
  return { retried, left: rest?.left ?? 0 };
}

/** Background jobs in the back office. */
export const jobRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.listJobs, async ({ query, lang, reply }) => {
      const jobs = await listJobs(db, query, lang);
      const total = jobs.kinds.reduce((sum, { failed }) => sum + failed, 0);
      reply.header("x-wp-total", total).header("x-wp-totalpages", Math.ceil(total / query.per_page));
      return jobs;
    });
    registerEndpoint(app, shop, endpoints.retryJobs, ({ query: { kind } }) =>
      db.transaction((tx) => retryAll(tx, kind, clock.now())),
    );
    registerEndpoint(app, shop, endpoints.retryJob, ({ path: { id }, body, lang }) =>
      db.transaction((tx) => retryOne(tx, id, { maybeSent: body.maybe_sent, lang, now: clock.now() })),
    );
    registerEndpoint(app, shop, endpoints.dismissJob, ({ path: { id }, body: { reason }, staff: { staffId }, lang }) =>
      db.transaction(async (tx): Promise<DismissedJob> => {
        const { state } = await lockJob(tx, id, lang);
        const now = clock.now();
        if ((await dismissFailedJob(tx, id, { staffId, reason, now })) === 0) throw wrongState(lang, state);
        await recordAuditEvent(tx, { operation: "done", object: "job", id });
        return { id, dismissed_at: now.toISOString() };
      }),
    );
    registerEndpoint(app, shop, endpoints.restoreJob, ({ path: { id }, lang }) =>
      db.transaction(async (tx): Promise<DismissedJob> => {
        const { state } = await lockJob(tx, id, lang);
        if ((await restoreDismissedJob(tx, id)) === 0) throw wrongState(lang, state);
        await recordAuditEvent(tx, { operation: "done", object: "job", id });
        return { id, dismissed_at: null };
      }),
    );
  };

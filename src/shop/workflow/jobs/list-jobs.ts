import type { FailedJob, JobKind, Jobs } from "#contract/backoffice/jobs.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { firstLineOf, isFailedJob, isMaybeSent, isRetryable } from "#shop/kernel/jobs/failed-jobs.ts";
import { hasMessage, named, t } from "#shop/kernel/request/messages.ts";

interface KindRow extends Omit<JobKind, "name" | "oldest_at"> {
  oldestAt: Date;
}

interface FailedRow {
  id: number;
  kind: string;
  template: string | null;
  recipient: string | null;
  orderId: number | null;
  customerId: number | null;
  /** of a webhook: `product.updated`, and the id of the product */
  topic: string | null;
  topicId: string | null;
  task: string | null;
  reason: string | null;
  enqueuedAt: Date;
  failedAt: Date;
  tries: number;
  error: string | null;
  maybeSent: boolean;
  retryable: boolean;
}

interface JobPage {
  page: number;
  per_page: number;
}

/** Reads the open jobs alone, by their partial indexes: those that are done are many. */
const countKinds = (reader: Reader): Promise<KindRow[]> =>
  reader.all<KindRow>(sql`
    select kind,
      (count(*) filter (where failed_at is null and last_error is null and attempts = 0))::integer waiting,
      (count(*) filter (where failed_at is null and last_error is null and attempts > 0))::integer running,
      (count(*) filter (where failed_at is null and last_error is not null))::integer retrying,
      (count(*) filter (where failed_at is not null))::integer failed, min(created_at) "oldestAt"
    from (
      select kind, failed_at, last_error, attempts, created_at from outbox where done_at is null and failed_at is null
      union all select kind, failed_at, last_error, attempts, created_at from outbox where ${isFailedJob}
    ) j group by kind order by failed desc, kind`);

const listFailed = (reader: Reader, { page, per_page }: JobPage): Promise<FailedRow[]> =>
  reader.all<FailedRow>(sql`
    select j.id, j.kind, j.payload ->> 'template' template, j.payload ->> 'to' recipient, j.customer_id "customerId",
      j.payload ->> 'topic' topic, j.payload ->> 'id' "topicId", j.payload ->> 'task' task, j.failure_reason reason,
      j.created_at "enqueuedAt", j.failed_at "failedAt", j.attempts tries, j.last_error error,
      ${isMaybeSent} "maybeSent", ${isRetryable} retryable,
      case j.kind
        when 'mail' then (select o.id from orders o where o.id = case
          when j.payload -> 'values' ->> 'order_number' ~ '^[0-9]{1,9}$' then (j.payload -> 'values' ->> 'order_number')::integer end)
        when 'parcel' then (select p.order_id from parcel p where p.id = (j.payload ->> 'parcel')::integer)
        when 'refund' then (select r.order_id from refund r where r.id = (j.payload ->> 'refundId')::integer)
        when 'order-change' then (select c.order_id from order_change c where c.id = (j.payload ->> 'changeId')::integer)
      end "orderId"
    from (select * from outbox where ${isFailedJob} order by failed_at, id limit ${per_page} offset ${(page - 1) * per_page}) j
    order by j.failed_at, j.id`);

function recordOf({ orderId, topic, topicId, task, customerId }: FailedRow): FailedJob["record"] {
  if (orderId !== null) return { entity: "order", id: String(orderId) };
  if (topic !== null && topicId !== null) return { entity: topic.split(".")[0] ?? "", id: topicId };
  if (task !== null) return { entity: "background_task", id: task };
  return customerId === null ? null : { entity: "customer", id: String(customerId) };
}

const titleOf = (lang: Language, { kind, template }: FailedRow): string =>
  template === null
    ? named(lang, "job_kinds", kind)
    : t(lang, "job_errors.email", { name: named(lang, "email_names", template) });

function explanationOf(lang: Language, { kind, reason, maybeSent }: FailedRow): string {
  const keys = [maybeSent ? "job_reasons.maybe_sent" : `job_reasons.${reason}`, `job_effects.${kind}`];
  return t(lang, keys.find(hasMessage) ?? "job_effects.other");
}

const toFailedJob = (lang: Language, row: FailedRow): FailedJob => ({
  id: row.id,
  kind: row.kind,
  title: titleOf(lang, row),
  recipient: row.recipient,
  explanation: explanationOf(lang, row),
  record: recordOf(row),
  enqueued_at: row.enqueuedAt.toISOString(),
  failed_at: row.failedAt.toISOString(),
  tries: row.tries,
  error: firstLineOf(row.error).slice(0, 500),
  maybe_sent: row.maybeSent,
  retryable: row.retryable,
});

/** The open jobs by kind, and a page of those that failed permanently. */
export async function listJobs(reader: Reader, page: JobPage, lang: Language): Promise<Jobs> {
  const [kinds, failed] = await Promise.all([countKinds(reader), listFailed(reader, page)]);
  return {
    kinds: kinds.map(({ oldestAt, ...one }) => ({
      ...one,
      name: named(lang, "job_kinds", one.kind),
      oldest_at: oldestAt.toISOString(),
    })),
    failed: failed.map((row) => toFailedJob(lang, row)),
  };
}

import { formatDate } from "#contract/dates.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { firstLineOf, isFailedJob, retryFailedJobs } from "#shop/kernel/jobs/failed-jobs.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface KindCount {
  kind: string;
  waiting: number;
  retrying: number;
  failed: number;
  done: number;
}

interface FailedOrRetryingJob {
  id: number;
  kind: string;
  subject: string;
  enqueuedAt: Date;
  failedAt: Date | null;
  tries: number;
  error: string | null;
}

interface RecurringJobRow {
  job: string;
  lastRun: Date | null;
  nextRun: Date;
  error: string | null;
}

const counts: Sql = sql`
  select kind,
    (count(*) filter (where done_at is null and failed_at is null and last_error is null))::int waiting,
    (count(*) filter (where done_at is null and failed_at is null and last_error is not null))::int retrying,
    (count(*) filter (where ${isFailedJob}))::int failed,
    (count(*) filter (where done_at is not null))::int done
  from outbox group by kind order by kind`;

/** Jobs that failed permanently first, then those that wait for a retry. */
const failedOrRetryingJobs = (limit: number): Sql => sql`
  select id, kind, coalesce(payload ->> 'template', '') || coalesce(' to ' || (payload ->> 'to'), '') subject,
    created_at "enqueuedAt", failed_at "failedAt", attempts tries, last_error error
  from outbox where done_at is null and dismissed_at is null and (failed_at is not null or last_error is not null)
  order by (failed_at is null), coalesce(failed_at, run_after) desc, id desc limit ${limit}`;

const recurring: Sql = sql`
  select job, last_run "lastRun", next_run "nextRun", last_error error from schedule order by job`;

interface JobListOptions {
  json?: boolean;
  limit: string;
}

async function list(context: CommandContext, { json, limit }: JobListOptions): Promise<void> {
  const { db, out } = context;
  const outbox = await db.all<KindCount>(counts);
  const troubled = await db.all<FailedOrRetryingJob>(failedOrRetryingJobs(wholeNumber(limit, "--limit")));
  const jobs = await db.all<RecurringJobRow>(recurring);
  if (json) return out(JSON.stringify({ outbox, trouble: troubled, recurring: jobs }));
  printTable(
    context,
    ["KIND", "WAITING", "RETRYING", "FAILED", "DONE"],
    outbox.map(({ kind, ...sums }) => [kind, ...[sums.waiting, sums.retrying, sums.failed, sums.done].map(String)]),
    "No jobs yet.",
  );
  out("");
  printTable(
    context,
    ["ID", "KIND", "SUBJECT", "ENQUEUED", "FAILED", "REASON"],
    troubled.map(({ id, kind, subject, enqueuedAt, failedAt, error }) => [
      String(id),
      kind,
      subject.trim(),
      formatDate(enqueuedAt),
      failedAt ? formatDate(failedAt) : "retrying",
      firstLineOf(error),
    ]),
    "Nothing has failed.",
  );
  out("");
  printTable(
    context,
    ["RECURRING JOB", "LAST RUN", "NEXT RUN", "LAST ERROR"],
    jobs.map(({ job, lastRun, nextRun, error }) => [
      job,
      lastRun ? formatDate(lastRun) : "",
      formatDate(nextRun),
      firstLineOf(error),
    ]),
    "No job has run yet.",
  );
}

/** An email that may have been sent is sent again: the operator has decided that. */
async function retry({ db, clock, out }: CommandContext, id: string | undefined, kind?: string): Promise<void> {
  if ((id === undefined) === (kind === undefined)) {
    throw new CommandError("Give the id of one job, as in: jobs retry 17, or all of a kind: jobs retry --kind mail");
  }
  const which = id === undefined ? sql`kind = ${kind}` : sql`id = ${wholeNumber(id, "The job's id")}`;
  const again = await db.transaction((tx) => retryFailedJobs(tx, which, clock.now()));
  if (again === 0) throw new CommandError("No failed job matches. List them: npm run shop -- jobs");
  out(`${again === 1 ? "1 job" : `${again} jobs`} will be retried by the running shop.`);
}

/** `jobs`: background jobs and their failures. */
export const jobCommands: CommandGroup = (program, carryOut) => {
  const jobs = program.command("jobs").description("emails, webhooks and other background jobs");
  jobs
    .command("list", { isDefault: true })
    .description("jobs by kind, failures with their reasons, and the recurring jobs")
    .option("--json", "as JSON")
    .option("--limit <number>", "maximum number of failures", "50")
    .action((options: JobListOptions) => carryOut((context) => list(context, options)));
  jobs
    .command("retry [id]")
    .description("retry failed jobs; an email that may have been sent is sent again")
    .option("--kind <kind>", "all failed jobs of one kind: mail")
    .action((id: string | undefined, { kind }: { kind?: string }) => carryOut((context) => retry(context, id, kind)));
};

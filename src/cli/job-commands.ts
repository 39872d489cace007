import { formatDate } from "#contract/dates.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface Count {
  kind: string;
  waiting: number;
  retrying: number;
  failed: number;
  done: number;
}

interface Failed {
  id: number;
  kind: string;
  about: string;
  askedAt: Date;
  failedAt: Date | null;
  tries: number;
  error: string;
}

interface Recurring {
  job: string;
  lastRun: Date | null;
  nextRun: Date;
  error: string | null;
}

const counts: Sql = sql`
  select kind,
    (count(*) filter (where done_at is null and failed_at is null and last_error is null))::int waiting,
    (count(*) filter (where done_at is null and failed_at is null and last_error is not null))::int retrying,
    (count(*) filter (where failed_at is not null))::int failed,
    (count(*) filter (where done_at is not null))::int done
  from outbox group by kind order by kind`;

/** What failed for good first, then what is in trouble and will be tried again. */
const troubled = (limit: number): Sql => sql`
  select id, kind, coalesce(payload ->> 'template', '') || coalesce(' to ' || (payload ->> 'to'), '') about,
    created_at "askedAt", failed_at "failedAt", attempts tries, coalesce(last_error, '') error
  from outbox where done_at is null and (failed_at is not null or last_error is not null)
  order by (failed_at is null), coalesce(failed_at, run_after) desc, id desc limit ${limit}`;

const recurring: Sql = sql`
  select job, last_run "lastRun", next_run "nextRun", last_error error from schedule order by job`;

interface ListOptions {
  json?: boolean;
  limit: string;
}

/** One line of a terminal: what an error says goes no further than its first. */
const firstLine = (text: string): string => (text.split("\n")[0] ?? "").replace(/^Error: /, "");

async function list(context: CommandContext, { json, limit }: ListOptions): Promise<void> {
  const { db, out } = context;
  const outbox = await db.all<Count>(counts);
  const trouble = await db.all<Failed>(troubled(wholeNumber(limit, "--limit")));
  const jobs = await db.all<Recurring>(recurring);
  if (json) return out(JSON.stringify({ outbox, trouble, recurring: jobs }));
  printTable(
    context,
    ["WORK", "WAITING", "RETRYING", "FAILED", "DONE"],
    outbox.map(({ kind, ...sums }) => [kind, ...[sums.waiting, sums.retrying, sums.failed, sums.done].map(String)]),
    "Nothing has been asked for yet.",
  );
  out("");
  printTable(
    context,
    ["ID", "WORK", "ABOUT", "ASKED FOR", "FAILED", "WHY"],
    trouble.map(({ id, kind, about, askedAt, failedAt, error }) => [
      String(id),
      kind,
      about.trim(),
      formatDate(askedAt),
      failedAt ? formatDate(failedAt) : "tried again",
      firstLine(error),
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
      firstLine(error ?? ""),
    ]),
    "No job has run yet.",
  );
}

/** Whether a letter may have been sent already is forgotten: who says "again" has decided that. */
async function retry({ db, clock, out }: CommandContext, id: string | undefined, kind?: string): Promise<void> {
  if ((id === undefined) === (kind === undefined)) {
    throw new CommandError(
      "Say which: the id of one job, as in: jobs retry 17, or all of a kind: jobs retry --kind mail",
    );
  }
  const which = id === undefined ? sql`kind = ${kind}` : sql`id = ${wholeNumber(id, "The job's id")}`;
  const again = await db.transaction((tx) =>
    tx.run(sql`
      update outbox set failed_at = null, attempts = 0, run_after = ${clock.now()}, handed_over_at = null, last_error = null
      where ${which} and failed_at is not null`),
  );
  if (again === 0) throw new CommandError("Nothing that failed is meant by that. See: npm run shop -- jobs");
  out(`${again === 1 ? "1 job" : `${again} jobs`} will be tried again, by the shop that runs.`);
}

/** `jobs`: what the shop does beside answering requests, and what of it went wrong. */
export const jobCommands: CommandGroup = (program, carryOut) => {
  const jobs = program.command("jobs").description("letters, webhooks and other work in the background");
  jobs
    .command("list", { isDefault: true })
    .description("how much there is of each kind, what failed and why, and the recurring jobs")
    .option("--json", "as JSON")
    .option("--limit <number>", "how many that failed, at most", "50")
    .action((options: ListOptions) => carryOut((context) => list(context, options)));
  jobs
    .command("retry [id]")
    .description("try what has failed once more; a letter that may have been sent is sent again")
    .option("--kind <kind>", "all that failed of one kind: mail")
    .action((id: string | undefined, { kind }: { kind?: string }) => carryOut((context) => retry(context, id, kind)));
};

import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type Clock, dayMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { runAsJob } from "#shop/kernel/db/audit.ts";
import { type Db, json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { runWithRequestContext } from "#shop/kernel/observability/request-context.ts";

/** What a handler gets of an outbox row. */
export interface OutboxRow {
  id: number;
  /** when the job was enqueued */
  enqueuedAt: Date;
  /** an error is not retried any more: the job fails permanently */
  isLastAttempt: boolean;
}

/**
 * Runs one kind of job, after the commit that enqueued it. At-least-once: after a crash it may run twice, so it must be
 * idempotent.
 */
export type OutboxHandler = (payload: unknown, row: OutboxRow) => Promise<void>;

/** Thrown by a handler if no retry can succeed: the job fails permanently, and an operator has to look at it. */
export class PermanentJobError extends Error {
  /** a code for the cause, by which the list of failed jobs explains it; null: unexpected */
  readonly reason: string | null;
  constructor(message: string, { reason = null, ...options }: ErrorOptions & { reason?: string | null } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Thrown by a handler that cannot run yet: the job is rescheduled, which does not count as a failure. */
export class RescheduleJob extends Error {
  readonly until: Date;
  /** what prevents the job from running, shown in the list of jobs */
  readonly reason: string | null;
  constructor(until: Date, reason: string | null = null) {
    super(`postponed until ${until.toISOString()}`);
    this.until = until;
    this.reason = reason;
  }
}

/** A job that runs at an interval. */
export interface RecurringJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

export interface JobsOptions {
  db: Db;
  clock: Clock;
  log: Logger;
  handlers: Record<string, OutboxHandler>;
  /**
   * by kind, the payload field that partitions it; jobs of one partition run one after the other. A kind without one is
   * a single partition
   */
  partitions?: Readonly<Record<string, string>>;
  recurring: readonly RecurringJob[];
  pollMs?: number;
}

/** a job is retried until this attempt has failed; then it has failed permanently */
const maxAttempts = 8;
/** Retry back-off: 2 s, 4 s, 8 s … capped at an hour. */
const backOffMs = (attempts: number): number => Math.min(60 * minuteMs, 2 ** attempts * secondMs);
/** longer than any job: the row of a process that died is claimed again after this */
const leaseMs = 5 * minuteMs;

interface EnqueueOptions {
  /** enqueueing again under the same key has no effect */
  uniqueKey?: string | null;
  runAfter?: Date | null;
  /** the customer of the payload, so that it can be exported and deleted */
  customerId?: number | null;
}

/** Enqueues a job that runs after this transaction commits, as part of a larger statement. */
export const enqueueSql = (
  kind: string,
  payload: unknown,
  { uniqueKey = null, runAfter = null, customerId = null }: EnqueueOptions = {},
): Sql => sql`
  insert into outbox (kind, payload, unique_key, run_after, customer_id)
  values (${kind}, ${json(payload)}::jsonb, ${uniqueKey}, coalesce(${runAfter}::timestamptz, now()), ${customerId}::integer)
  on conflict (unique_key) do nothing`;

/** Enqueues a job that runs after this transaction commits. */
export const enqueue = (tx: Tx, kind: string, payload: unknown, options: EnqueueOptions = {}): Promise<number> =>
  tx.run(enqueueSql(kind, payload, options));

const retentionMs = 30 * dayMs;

/**
 * Deletes jobs that were done or dismissed a month ago. Jobs that failed permanently stay, for an operator to look at; failed
 * emails are deleted after a month too, because they contain personal data.
 */
export function sweepOutbox(tx: Tx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionMs);
  return tx.run(
    sql`delete from outbox where done_at < ${before} or dismissed_at < ${before} or (kind = 'mail' and failed_at < ${before})`,
  );
}

/** Jobs that run one after the other. */
interface Partition {
  kind: string;
  /** value of the payload field that partitions this kind; null for a kind that is a single partition */
  of: string | null;
}

interface ClaimedJob extends Pick<OutboxRow, "id" | "enqueuedAt"> {
  /** the request that enqueued it */
  requestId: string | null;
  kind: string;
  payload: unknown;
  attempts: number;
}

/** The job queue: runs outbox jobs and recurring jobs; any number of processes may share a database. */
export class JobRunner {
  readonly #options: Required<JobsOptions>;
  /** the partitions in progress */
  readonly #running = new Map<string, Promise<void>>();
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  #tick: Promise<void> = Promise.resolve();

  constructor(options: JobsOptions) {
    this.#options = { pollMs: secondMs, partitions: {}, ...options };
  }

  start(): void {
    let ready = this.#requeueStalled().catch((error: unknown) => this.#logDatabaseError(error));
    const next = (): void => {
      if (this.#stopping) return;
      this.#tick = ready.then(() => this.#startDue()).catch((error: unknown) => this.#logDatabaseError(error));
      ready = Promise.resolve();
      void this.#tick.finally(() => {
        if (!this.#stopping) this.#timer = setTimeout(next, this.#options.pollMs);
      });
    };
    next();
  }

  /** Waits for the running jobs to finish. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#tick;
    await Promise.all(this.#running.values());
  }

  /** Runs everything that is due now; for tests. */
  async runDue(): Promise<void> {
    await this.#startDue();
    await Promise.all(this.#running.values());
  }

  #logDatabaseError(error: unknown): void {
    this.#options.log.error({ err: error }, "the job runner cannot reach the database");
  }

  /**
   * Runs the recurring jobs that are due, and starts on the due partitions. Partitions do not wait for each other: a
   * webhook that hangs delays no email, no other webhook, and not the next poll.
   */
  async #startDue(): Promise<void> {
    for (const job of await this.#dueRecurring()) await this.#runRecurring(job);
    for (const partition of await this.#duePartitions()) {
      const name = JSON.stringify(partition);
      if (this.#running.has(name)) continue;
      const work = this.#drain(partition)
        .catch((error: unknown) => this.#logDatabaseError(error))
        .finally(() => this.#running.delete(name));
      this.#running.set(name, work);
    }
  }

  async #drain(partition: Partition): Promise<void> {
    for (;;) {
      const row = this.#stopping ? undefined : await this.#claim(partition);
      if (!row) return;
      await runWithRequestContext({ id: row.requestId ?? randomUUID(), log: this.#options.log }, () =>
        this.#runJob(row),
      );
    }
  }

  /**
   * PGlite has a single process, so a claimed job that is not done belonged to a process that died, and a failed job
   * may have been waiting for this restart: both become due at once. On a server the lease decides.
   */
  async #requeueStalled(): Promise<void> {
    const { db, clock } = this.#options;
    if (db.engine !== "pglite") return;
    await db.transaction((tx) =>
      tx.run(sql`update outbox set run_after = ${clock.now()}
                 where done_at is null and failed_at is null and attempts > 0 and run_after > ${clock.now()}`),
    );
  }

  /** The value that partitions a row's kind. */
  get #partitionKey(): Sql {
    return sql`payload ->> (${json(this.#options.partitions)}::jsonb ->> kind)`;
  }

  #duePartitions(): Promise<Partition[]> {
    const { db, clock, handlers } = this.#options;
    return db.all<Partition>(sql`
      select distinct kind, ${this.#partitionKey} "of" from outbox
      where done_at is null and failed_at is null and run_after <= ${clock.now()} and kind = any(${Object.keys(handlers)})`);
  }

  /** One query for all of them, since most polls find none. Another process may run them first. */
  async #dueRecurring(): Promise<RecurringJob[]> {
    const { db, clock, recurring } = this.#options;
    const rows = await db.all<{ job: string; nextRun: Date }>(sql`select job, next_run "nextRun" from schedule`);
    const nextRuns = new Map(rows.map(({ job, nextRun }) => [job, nextRun.getTime()]));
    const now = clock.now().getTime();
    return recurring.filter(({ name, everyMs }) => {
      const next = nextRuns.get(name) ?? now;
      // further in the future than one interval: the clock was ahead when it was set, and has been corrected
      return next <= now || next > now + everyMs;
    });
  }

  /** Runs the job, unless another process has just started it. */
  async #runRecurring(job: RecurringJob): Promise<void> {
    const { db, clock, log } = this.#options;
    const now = clock.now();
    const next = new Date(now.getTime() + job.everyMs);
    const mine = await db.transaction((tx) =>
      tx.run(sql`
        insert into schedule (job, next_run, last_run) values (${job.name}, ${next}, ${now})
        on conflict (job) do update set next_run = ${next}, last_run = ${now}
          where schedule.next_run <= ${now} or schedule.next_run > ${next}`),
    );
    if (mine === 0) return;
    try {
      await runWithRequestContext({ id: randomUUID(), log }, () => runAsJob(job.name, () => job.run()));
    } catch (error) {
      log.error({ err: error, job: job.name }, "a recurring job failed; it runs again on schedule");
      await db.transaction((tx) =>
        tx.run(sql`update schedule set last_error = ${String(error)} where job = ${job.name}`),
      );
    }
  }

  #claim({ kind, of }: Partition): Promise<ClaimedJob | undefined> {
    const { db, clock } = this.#options;
    const now = clock.now();
    return db.transaction((tx) =>
      tx.one<ClaimedJob>(sql`
        update outbox set attempts = attempts + 1, run_after = ${new Date(now.getTime() + leaseMs)}
        where id = (select id from outbox where done_at is null and failed_at is null and run_after <= ${now}
                    and kind = ${kind} and ${this.#partitionKey} is not distinct from ${of}::text
                    order by run_after, id limit 1 for update skip locked)
        returning id, kind, payload, attempts, created_at "enqueuedAt", request_id "requestId"`),
    );
  }

  async #runJob({ id, kind, payload, attempts, enqueuedAt }: ClaimedJob): Promise<void> {
    const { db, clock, log, handlers } = this.#options;
    const isLastAttempt = attempts >= maxAttempts;
    try {
      await runAsJob(kind, async () => handlers[kind]?.(payload, { id, enqueuedAt, isLastAttempt }));
      await db.transaction((tx) =>
        tx.run(sql`update outbox set done_at = ${clock.now()}, last_error = null where id = ${id}`),
      );
    } catch (error) {
      if (error instanceof RescheduleJob) {
        await db.transaction((tx) =>
          tx.run(
            sql`update outbox set run_after = ${error.until}, attempts = 0, last_error = ${error.reason}::text where id = ${id}`,
          ),
        );
        return;
      }
      const last = error instanceof PermanentJobError || isLastAttempt;
      log.error(
        { err: error, job: kind, id, attempts },
        last ? "a job failed permanently" : "a job failed and will be retried",
      );
      const again = new Date(clock.now().getTime() + backOffMs(attempts));
      const reason = error instanceof PermanentJobError ? error.reason : null;
      await db.transaction((tx) =>
        tx.run(
          sql`update outbox set last_error = ${String(error)}, run_after = ${again},
                failed_at = ${last ? clock.now() : null}::timestamptz, failure_reason = ${reason}::text where id = ${id}`,
        ),
      );
    }
  }
}

import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type Clock, dayMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { type Db, json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { runWithRequestContext } from "#shop/kernel/observability/request-context.ts";

/** What a handler may know of the row that it works on. */
export interface OutboxRow {
  id: number;
  /** when it was asked for */
  askedAt: Date;
}

/** Does one kind of outbox work, after the commit that asked for it; it may run twice after a crash, so it must bear that. */
export type OutboxHandler = (payload: unknown, row: OutboxRow) => Promise<void>;

/** Thrown by a handler whose work cannot succeed however often it is tried: it has failed for good, for somebody to look at. */
export class PermanentJobError extends Error {}

/** Thrown by a handler that cannot do its work before a moment: it is asked again then, and that is no failure. */
export class RescheduleJob extends Error {
  readonly until: Date;
  /** what stands in the way, for whoever looks at the jobs */
  readonly because: string | null;
  constructor(until: Date, because: string | null = null) {
    super(`postponed until ${until.toISOString()}`);
    this.until = until;
    this.because = because;
  }
}

/** Work that comes round by itself. */
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
  /** by kind, the field of its payload that tells its lines apart; a kind without one has one line */
  partitions?: Readonly<Record<string, string>>;
  recurring: readonly RecurringJob[];
  pollMs?: number;
}

const maxAttempts = 8;
/** 2 s, 4 s, 8 s … capped at an hour */
const backOffMs = (attempts: number): number => Math.min(60 * minuteMs, 2 ** attempts * secondMs);
/** longer than any job: a row taken by a process that died is taken again after this */
const leaseMs = 5 * minuteMs;

interface Asking {
  /** asking again under the same key is no second work */
  uniqueKey?: string | null;
  runAfter?: Date | null;
}

/** Asks for work after this transaction commits, as part of a larger statement. */
export const enqueueSql = (
  kind: string,
  payload: unknown,
  { uniqueKey = null, runAfter = null }: Asking = {},
): Sql => sql`
  insert into outbox (kind, payload, unique_key, run_after)
  values (${kind}, ${json(payload)}::jsonb, ${uniqueKey}, coalesce(${runAfter}::timestamptz, now()))
  on conflict (unique_key) do nothing`;

/** Asks for work after this transaction commits. */
export const enqueue = (tx: Tx, kind: string, payload: unknown, asking: Asking = {}): Promise<number> =>
  tx.run(enqueueSql(kind, payload, asking));

const keptMs = 30 * dayMs;

/** Forgets what was done a month ago; what failed for good stays, for somebody to look at: letters for a month too, they name people. */
export function sweepOutbox(tx: Tx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  return tx.run(sql`delete from outbox where done_at < ${before} or (kind = 'mail' and failed_at < ${before})`);
}

/** Work that is done one after the other. */
interface Line {
  kind: string;
  /** what the work is for, where its kind has several lines */
  of: string | null;
}

interface Row extends OutboxRow {
  /** the request that asked for it */
  askedBy: string | null;
  kind: string;
  payload: unknown;
  attempts: number;
}

/** Takes outbox work and recurring jobs, safe with any number of processes on one database. */
export class JobRunner {
  readonly #options: Required<JobsOptions>;
  /** the lines that are being worked off */
  readonly #busy = new Map<string, Promise<void>>();
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: JobsOptions) {
    this.#options = { pollMs: secondMs, partitions: {}, ...options };
  }

  start(): void {
    let ready = this.#takeBack().catch((error: unknown) => this.#complain(error));
    const next = (): void => {
      if (this.#stopping) return;
      this.#turn = ready.then(() => this.#begin()).catch((error: unknown) => this.#complain(error));
      ready = Promise.resolve();
      void this.#turn.finally(() => {
        if (!this.#stopping) this.#timer = setTimeout(next, this.#options.pollMs);
      });
    };
    next();
  }

  /** Lets the work under way finish. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#turn;
    await Promise.all(this.#busy.values());
  }

  /** Runs everything that is due now; tests call it instead of waiting. */
  async runDue(): Promise<void> {
    await this.#begin();
    await Promise.all(this.#busy.values());
  }

  #complain(error: unknown): void {
    this.#options.log.error({ err: error }, "the job runner could not reach the database");
  }

  /**
   * Does the recurring jobs that are due, and begins on the rest. Nobody waits for another line than their own: a webhook
   * that does not answer keeps no letter waiting, no other webhook, and not the next turn.
   */
  async #begin(): Promise<void> {
    for (const job of this.#options.recurring) await this.#runRecurring(job);
    for (const line of await this.#linesDue()) {
      const name = JSON.stringify(line);
      if (this.#busy.has(name)) continue;
      const work = this.#workOff(line)
        .catch((error: unknown) => this.#complain(error))
        .finally(() => this.#busy.delete(name));
      this.#busy.set(name, work);
    }
  }

  async #workOff(line: Line): Promise<void> {
    for (;;) {
      const row = this.#stopping ? undefined : await this.#take(line);
      if (!row) return;
      await runWithRequestContext({ id: row.askedBy ?? randomUUID(), log: this.#options.log }, () => this.#work(row));
    }
  }

  /**
   * The embedded database has one process: what was taken and is not done lies with one that died, and what waits for its
   * next try may have been waiting for this start. On a server the lease tells.
   */
  async #takeBack(): Promise<void> {
    const { db, clock } = this.#options;
    if (db.engine !== "pglite") return;
    await db.transaction((tx) =>
      tx.run(sql`update outbox set run_after = ${clock.now()}
                 where done_at is null and failed_at is null and attempts > 0 and run_after > ${clock.now()}`),
    );
  }

  /** What tells the lines of a row's kind apart. */
  get #lineOf(): Sql {
    return sql`payload ->> (${json(this.#options.partitions)}::jsonb ->> kind)`;
  }

  #linesDue(): Promise<Line[]> {
    const { db, clock, handlers } = this.#options;
    return db.all<Line>(sql`
      select distinct kind, ${this.#lineOf} "of" from outbox
      where done_at is null and failed_at is null and run_after <= ${clock.now()} and kind = any(${Object.keys(handlers)})`);
  }

  async #runRecurring(job: RecurringJob): Promise<void> {
    const { db, clock, log } = this.#options;
    const now = clock.now();
    const next = new Date(now.getTime() + job.everyMs);
    // farther away than it can have been put: the clock was ahead when it was, and has been set right
    const isDue = sql`(schedule.next_run <= ${now} or schedule.next_run > ${next})`;
    const due = await db.one<{ due: boolean }>(sql`select ${isDue} due from schedule where job = ${job.name}`);
    if (due && !due.due) return;
    const mine = await db.transaction((tx) =>
      tx.run(sql`
        insert into schedule (job, next_run, last_run) values (${job.name}, ${next}, ${now})
        on conflict (job) do update set next_run = ${next}, last_run = ${now} where ${isDue}`),
    );
    if (mine === 0) return;
    try {
      await runWithRequestContext({ id: randomUUID(), log }, () => job.run());
    } catch (error) {
      log.error({ err: error, job: job.name }, "a recurring job failed; it comes round again");
      await db.transaction((tx) =>
        tx.run(sql`update schedule set last_error = ${String(error)} where job = ${job.name}`),
      );
    }
  }

  #take({ kind, of }: Line): Promise<Row | undefined> {
    const { db, clock } = this.#options;
    const now = clock.now();
    return db.transaction((tx) =>
      tx.one<Row>(sql`
        update outbox set attempts = attempts + 1, run_after = ${new Date(now.getTime() + leaseMs)}
        where id = (select id from outbox where done_at is null and failed_at is null and run_after <= ${now}
                    and kind = ${kind} and ${this.#lineOf} is not distinct from ${of}::text
                    order by run_after, id limit 1 for update skip locked)
        returning id, kind, payload, attempts, created_at "askedAt", asked_by "askedBy"`),
    );
  }

  async #work({ id, kind, payload, attempts, askedAt }: Row): Promise<void> {
    const { db, clock, log, handlers } = this.#options;
    try {
      await handlers[kind]?.(payload, { id, askedAt });
      await db.transaction((tx) =>
        tx.run(sql`update outbox set done_at = ${clock.now()}, last_error = null where id = ${id}`),
      );
    } catch (error) {
      if (error instanceof RescheduleJob) {
        await db.transaction((tx) =>
          tx.run(
            sql`update outbox set run_after = ${error.until}, attempts = 0, last_error = ${error.because}::text where id = ${id}`,
          ),
        );
        return;
      }
      const last = error instanceof PermanentJobError || attempts >= maxAttempts;
      log.error(
        { err: error, job: kind, id, attempts },
        last ? "a job failed for good" : "a job failed and will be tried again",
      );
      const again = new Date(clock.now().getTime() + backOffMs(attempts));
      await db.transaction((tx) =>
        tx.run(
          sql`update outbox set last_error = ${String(error)}, run_after = ${again}, failed_at = ${last ? clock.now() : null}::timestamptz where id = ${id}`,
        ),
      );
    }
  }
}

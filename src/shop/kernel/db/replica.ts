import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { Sql } from "sql-template-tag";
import { type Db, type Listener, type Reader, sql, sqlState } from "./database.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { connectionTo, reader } from "./postgres.ts";

/** Reads that may be a moment old; it hears of changes before anybody who keeps what was read. */
export interface Replica extends Reader, Listener {
  close(): Promise<void>;
}

const beatMs = 1_000;
/** a replica that lacks what the primary had so many beats ago lags too far */
const mostBeatsBehind = 5;
/** who reads there has the primary to turn to, and does not wait long */
const patience = { connectionTimeoutMillis: 1_000, query_timeout: 2_000 };

/** what a statement is told that stood in the way of what the primary has changed */
const conflictWithReplay = "40001";

/** How far in the database's log something is, in bytes. */
type Position = number;
const nowhere: Position = -1;

const written = sql`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint at`;
/** Nothing, of a server that is no replica: one that was promoted, or given up and started again by itself, has a history of its own. */
const replayed = sql`select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint at where pg_is_in_recovery()`;

/**
 * Knows what the replica must have for its answers to be true. An announcement is heard after its commit: where the primary's
 * log ends then is far enough. Until that is known, and until the replica has got there, it is not asked.
 */
class RequiredLsn {
  readonly #primary: Db;
  /** announcements heard, and how many of them the position covers */
  #heard = 0;
  #covered = -1;
  #position: Position = nowhere;
  #asking = false;
  readonly #beats: Position[] = [];

  constructor(primary: Db) {
    this.#primary = primary;
  }

  /** null while it is not known */
  get position(): Position | null {
    return this.#covered === this.#heard ? this.#position : null;
  }

  raise(): void {
    this.#heard++;
    if (!this.#asking) void this.#ask();
  }

  /** Raises it to what the primary had some time ago, whatever was announced. */
  async beat(): Promise<void> {
    this.#beats.push(await this.#written());
    if (this.#beats.length > mostBeatsBehind) this.#position = Math.max(this.#position, this.#beats.shift() ?? nowhere);
    if (this.position === null && !this.#asking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    try {
      while (this.#covered !== this.#heard) {
        const heard = this.#heard;
        this.#position = Math.max(this.#position, await this.#written());
        this.#covered = heard;
      }
    } catch {
      // the primary is away; the next beat asks again
    } finally {
      this.#asking = false;
    }
  }

  async #written(): Promise<Position> {
    return (await this.#primary.one<{ at: Position }>(written))?.at ?? nowhere;
  }
}

/** Opens a server that follows the primary. It may be away, or come later: then the primary is asked. */
export function openReplica(
  url: string,
  primary: Db,
  { log, poolSize = 10 }: { log: Logger; poolSize?: number },
): Replica {
  const pool = new pg.Pool({
    ...connectionTo(url),
    ...patience,
    application_name: "lianne reads",
    max: poolSize,
    statement_timeout: patience.query_timeout,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle connection to the replica broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  const there = reader(pool);
  const demand = new RequiredLsn(primary);
  const over = new AbortController();
  let state: "subscribed" | "disconnected" | "database-down" = "disconnected";
  /** whether the last that was asked of the replica was answered; only a beat tries it again */
  let answers = false;
  let has: Position = nowhere;

  const look = async (): Promise<void> => {
    const found = await there.one<{ at: Position }>(replayed);
    if (!found) throw new Error("it is no replica: it takes writes itself");
    has = found.at;
  };
  const beat = async (): Promise<void> => {
    await demand.beat().catch(() => {});
    try {
      await look();
      if (!answers) log.info("the replica answers: the catalogue is read there");
      answers = true;
    } catch (error) {
      if (answers) log.warn({ err: error }, "the replica is gone: the primary is read instead");
      answers = false;
    }
  };
  const beating = (async () => {
    while (!over.signal.aborted) {
      await beat();
      await pause(beatMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();

  const isTrue = async (): Promise<boolean> => {
    if (!answers || state === "disconnected") return false;
    if (state === "database-down") return true; // nobody can write, as far as can be seen from here
    const { position } = demand;
    if (position === null) return false;
    if (has < position) await look();
    return has >= position;
  };
  const lose = (error: unknown): void => {
    answers = false;
    log.warn({ err: error }, "the replica did not answer: the primary is read instead");
  };
  const read = async <T>(ask: (from: Reader) => Promise<T>): Promise<T> => {
    const mayAsk = await isTrue().catch((error: unknown) => {
      lose(error);
      return false;
    });
    if (!mayAsk) return ask(primary);
    try {
      return await ask(there);
    } catch (error) {
      // a statement that is wrong is as wrong there as here, and says nothing of the replica
      if (!isDatabaseUnavailable(error) && sqlState(error) !== conflictWithReplay) throw error;
      lose(error);
      return ask(primary);
    }
  };

  return {
    all: (statement: Sql) => read((from) => from.all(statement)),
    one: (statement: Sql) => read((from) => from.one(statement)),
    onNotification: () => demand.raise(),
    onSubscribed: () => {
      demand.raise();
      state = "subscribed";
    },
    onDisconnected: () => {
      state = "disconnected";
    },
    onDatabaseDown: () => {
      state = "database-down";
    },
    close: async () => {
      over.abort();
      await beating;
      await pool.end();
    },
  };
}

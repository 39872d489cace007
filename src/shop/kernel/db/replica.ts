import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { Sql } from "sql-template-tag";
import { type Db, type NotificationListener, type Reader, sql, sqlState } from "./database.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { reader } from "./postgres.ts";
import { connectionTo } from "./postgres-pool.ts";

/**
 * Reads that may be slightly stale. Register it for notifications before any cache of what it reads, so that it
 * receives a change before the cache reads again.
 */
export interface Replica extends Reader, NotificationListener {
  close(): Promise<void>;
}

const heartbeatMs = 1_000;
/** a replica that has not replayed what the primary had this many heartbeats ago lags too far behind */
const maxLagHeartbeats = 5;
/** short, because the caller can read from the primary instead */
const timeouts = { connectionTimeoutMillis: 1_000, query_timeout: 2_000 };

/** SQLSTATE of a read that was cancelled because it conflicted with replay (hot standby conflict) */
const conflictWithReplay = "40001";

/** A position in the write-ahead log (LSN), in bytes. */
type Lsn = number;
const noLsn: Lsn = -1;

const insertLsn = sql`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint at`;
/**
 * No row from a server that is not a standby: its data may differ from the primary's (it was promoted, or restarted
 * alone).
 */
const replayLsn = sql`select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint at where pg_is_in_recovery()`;

/**
 * The LSN that the replica must have replayed for its reads to be current. A notification arrives after its commit, so the
 * primary's LSN read after the notification covers it. Until that LSN is known, and until the replica has replayed it, reads
 * go to the primary.
 */
class RequiredLsn {
  readonly #primary: Db;
  /** number of notifications received, and how many of them the LSN covers */
  #received = 0;
  #covered = -1;
  #lsn: Lsn = noLsn;
  #isUpdating = false;
  readonly #heartbeats: Lsn[] = [];

  constructor(primary: Db) {
    this.#primary = primary;
  }

  /** null while it is not known */
  get lsn(): Lsn | null {
    return this.#covered === this.#received ? this.#lsn : null;
  }

  raise(): void {
    this.#received++;
    if (!this.#isUpdating) void this.#update();
  }

  /** Raises it to what the primary had some heartbeats ago, even without notifications. */
  async heartbeat(): Promise<void> {
    this.#heartbeats.push(await this.#readInsertLsn());
    if (this.#heartbeats.length > maxLagHeartbeats) this.#lsn = Math.max(this.#lsn, this.#heartbeats.shift() ?? noLsn);
    if (this.lsn === null && !this.#isUpdating) void this.#update();
  }

  async #update(): Promise<void> {
    this.#isUpdating = true;
    try {
      while (this.#covered !== this.#received) {
        const received = this.#received;
        this.#lsn = Math.max(this.#lsn, await this.#readInsertLsn());
        this.#covered = received;
      }
    } catch {
      // the primary is unavailable; the next heartbeat tries again
    } finally {
      this.#isUpdating = false;
    }
  }

  async #readInsertLsn(): Promise<Lsn> {
    return (await this.#primary.one<{ at: Lsn }>(insertLsn))?.at ?? noLsn;
  }
}

class PostgresReplica implements Replica {
  readonly #primary: Db;
  readonly #log: Logger;
  readonly #pool: pg.Pool;
  readonly #reader: Reader;
  readonly #required: RequiredLsn;
  readonly #closing = new AbortController();
  readonly #heartbeats: Promise<void>;
  #state: "subscribed" | "disconnected" | "database-down" = "disconnected";
  /** whether the last query of the replica succeeded; after a failure only a heartbeat tries it again */
  #isUp = false;
  #replayed: Lsn = noLsn;

  constructor(pool: pg.Pool, primary: Db, log: Logger) {
    this.#primary = primary;
    this.#log = log;
    this.#pool = pool;
    this.#reader = reader(pool);
    this.#required = new RequiredLsn(primary);
    this.#heartbeats = this.#runHeartbeats();
  }

  all<Row>(statement: Sql): Promise<Row[]> {
    return this.#read((from) => from.all<Row>(statement));
  }

  one<Row>(statement: Sql): Promise<Row | undefined> {
    return this.#read((from) => from.one<Row>(statement));
  }

  onNotification(): void {
    this.#required.raise();
  }

  onSubscribed(): void {
    this.#required.raise();
    this.#state = "subscribed";
  }

  onDisconnected(): void {
    this.#state = "disconnected";
  }

  onDatabaseDown(): void {
    this.#state = "database-down";
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#heartbeats;
    await this.#pool.end();
  }

  /** Reads from the replica if it is current, else from the primary. */
  async #read<T>(query: (from: Reader) => Promise<T>): Promise<T> {
    if (!(await this.#isUsable())) return query(this.#primary);
    try {
      return await query(this.#reader);
    } catch (error) {
      // the statement itself is wrong: it would fail on the primary too
      if (!isDatabaseUnavailable(error) && sqlState(error) !== conflictWithReplay) throw error;
      this.#markDown(error);
      return query(this.#primary);
    }
  }

  async #isUsable(): Promise<boolean> {
    try {
      return await this.#isCurrent();
    } catch (error) {
      this.#markDown(error);
      return false;
    }
  }

  async #isCurrent(): Promise<boolean> {
    if (!this.#isUp || this.#state === "disconnected") return false;
    // the primary is unreachable, so this process writes nothing that its reads could miss
    if (this.#state === "database-down") return true;
    const { lsn } = this.#required;
    if (lsn === null) return false;
    if (this.#replayed < lsn) await this.#updateReplayed();
    return this.#replayed >= lsn;
  }

  async #updateReplayed(): Promise<void> {
    const row = await this.#reader.one<{ at: Lsn }>(replayLsn);
    if (!row) throw new Error("this server is not a replica: it accepts writes");
    this.#replayed = row.at;
  }

  async #runHeartbeats(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#heartbeat();
      await pause(heartbeatMs, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
  }

  async #heartbeat(): Promise<void> {
    await this.#required.heartbeat().catch(() => {});
    try {
      await this.#updateReplayed();
      if (!this.#isUp) this.#log.info("replica is up: reading the catalogue from it");
      this.#isUp = true;
    } catch (error) {
      if (this.#isUp) this.#log.warn({ err: error }, "replica is down: reading from the primary");
      this.#isUp = false;
    }
  }

  #markDown(error: unknown): void {
    this.#isUp = false;
    this.#log.warn({ err: error }, "a query on the replica failed: reading from the primary");
  }
}

/** Opens a read replica. It may be down, or come up later: until then reads go to the primary. */
export function openReplica(
  url: string,
  primary: Db,
  { log, poolSize = 10 }: { log: Logger; poolSize?: number },
): Replica {
  const pool = new pg.Pool({
    ...connectionTo(url),
    ...timeouts,
    application_name: "lianne reads",
    max: poolSize,
    statement_timeout: timeouts.query_timeout,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle connection to the replica broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return new PostgresReplica(pool, primary, log);
}

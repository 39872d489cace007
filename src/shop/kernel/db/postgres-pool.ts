import type { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "pino";
import { serverUrls } from "#shop/kernel/base/server-urls.ts";
import { CorkedSocket } from "./corked-socket.ts";
import type { Connections } from "./database.ts";
import { DatabaseUnavailableError, isDatabaseUnavailable } from "./database-unavailable.ts";
import { findPrimary } from "./find-primary.ts";

const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Pool checkout timeout (connectionTimeoutMillis): for a new connection, or for one that another caller releases. */
const connectTimeoutMs = 5_000;
/** Statement timeout: the server cancels a statement after statement_timeout; if the server itself hangs, the client gives up a moment later. */
const defaultStatementTimeoutMs = 10_000;
const clientTimeoutFactor = 1.2;
/** Frees the locks of a process that hangs within a transaction, before the callers that wait for them time out. */
const idleInTransactionTimeoutMs = 5_000;
/** TCP keepalive: detects a server that disappeared within minutes instead of hours. */
const keepAliveDelayMs = 10_000;

export interface PostgresOptions {
  /** of one server, or of several, separated by commas: the primary is used, and found again after a failover */
  url: string;
  log: Logger;
  /** maximum number of connections of this process */
  poolSize?: number;
  statementTimeoutMs?: number;
}

/** Settings of every connection to PostgreSQL. */
export const connectionTo = (server: string): pg.ClientConfig => ({
  connectionString: server,
  // no statement here runs long enough for JIT to pay off, and a wrong estimate costs seconds of compiling
  options: "-c jit=off",
  types,
  application_name: "lianne",
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveDelayMs,
});

/** The connections to one server. */
interface ServerPool {
  server: string;
  pool: pg.Pool;
  /** destroys all sockets at once: running statements fail, instead of waiting for a server that is gone */
  abandon(): void;
}

type PoolOptions = Pick<PostgresOptions, "log" | "poolSize" | "statementTimeoutMs">;

function openPool(
  server: string,
  { log, poolSize = 10, statementTimeoutMs = defaultStatementTimeoutMs }: PoolOptions,
): ServerPool {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...connectionTo(server),
    max: poolSize,
    // statements that do not depend on each other's results share a round trip
    pipeline: true,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs * clientTimeoutFactor,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    stream: () => {
      const socket = new CorkedSocket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  // A connection that breaks while checked out fails its statement. The pool does not listen to it at that time, and an
  // "error" event without a listener would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const abandon = (): void => {
    pool.end().catch(() => {});
    for (const socket of sockets) socket.destroy();
  };
  return { server, pool, abandon };
}

/** Throws connection errors as {@link DatabaseUnavailableError}. */
async function mapConnectionErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isDatabaseUnavailable(error) && !(error instanceof DatabaseUnavailableError)
      ? new DatabaseUnavailableError("the database is unavailable", { cause: error })
      : error;
  }
}

/** The connections to the current primary, replaced after a failover and after an outage. */
export class PrimaryPool {
  readonly #servers: readonly string[];
  readonly #options: PoolOptions;
  #current: ServerPool;
  /** replaced pools whose last statements are still running */
  readonly #draining = new Set<ServerPool>();
  #isDown = false;

  /** @throws DatabaseUnavailableError when no server accepts writes */
  static async open({ url, ...options }: PostgresOptions): Promise<PrimaryPool> {
    const servers = serverUrls(url);
    const primary = await findPrimary(servers);
    if (primary === null) throw new DatabaseUnavailableError("none of the database servers accepts writes");
    return new PrimaryPool(servers, primary, options);
  }

  private constructor(servers: readonly string[], primary: string, options: PoolOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#current = openPool(primary, options);
  }

  /** @throws DatabaseUnavailableError */
  run<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    return mapConnectionErrors((async () => work(this.#usablePool()))());
  }

  /** Fails fast while the database is known to be down. */
  #usablePool(): pg.Pool {
    if (this.#isDown) throw new DatabaseUnavailableError("the database does not respond");
    return this.#current.pool;
  }

  /** New calls get new connections; statements on the old ones finish or time out. */
  reconnect(): void {
    const old = this.#current;
    this.#draining.add(old);
    old.pool.end().then(
      () => this.#draining.delete(old),
      () => {},
    );
    this.#current = openPool(old.server, this.#options);
  }

  /** Reconnects, unless that has happened since the caller got `pool`. */
  replace(pool: pg.Pool): void {
    if (pool === this.#current.pool) this.reconnect();
  }

  /** Finds the primary, and switches to it after a failover. @returns how to connect to it; null while there is none */
  async locate(): Promise<pg.ClientConfig | null> {
    const server = await findPrimary(this.#servers);
    if (server !== null && server !== this.#current.server) {
      this.#options.log.warn({ host: new URL(server).host }, "database failover: switching to the new primary");
      this.#current.abandon();
      this.#current = openPool(server, this.#options);
    }
    return server === null ? null : connectionTo(server);
  }

  markDown(): void {
    this.#isDown = true;
  }

  markUp(): void {
    // another server may have taken over the address, which leaves the connections to the old one dead
    if (this.#isDown) this.reconnect();
    this.#isDown = false;
  }

  connections(): Connections {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#current.pool;
    return { open, idle, waiting };
  }

  async close(): Promise<void> {
    for (const old of this.#draining) old.abandon();
    await this.#current.pool.end();
  }
}

import type { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "pino";
import type { Sql } from "sql-template-tag";
import { withAuditContext } from "./audit.ts";
import {
  beginSnapshot,
  rethrowFirstError,
  type Db,
  isOutdatedStatement,
  type Listener,
  type Reader,
  retryConflicts,
  type Tx,
  withoutTimeLimits,
} from "./database.ts";
import { DatabaseUnavailableError, isDatabaseUnavailable } from "./database-unavailable.ts";
import { CorkedSocket } from "./corked-socket.ts";
import { setRequestIdSql } from "#shop/kernel/observability/request-context.ts";
import { findPrimary, serversOf } from "#shop/kernel/base/postgres-hosts.ts";
import { listenOn } from "./postgres-listener.ts";
import { type Prepared, prepare } from "./prepared-statements.ts";

const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

interface Queryable {
  query(statement: Prepared & { query_timeout?: number }): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/** Reads by a connection, or by any of a pool's. */
export const reader = (client: Queryable, time: { query_timeout?: number } = {}): Reader => ({
  all: async <Row>(statement: Sql) => (await client.query({ ...prepare(statement), ...time })).rows as Row[],
  one: async <Row>(statement: Sql) =>
    (await client.query({ ...prepare(statement), ...time })).rows[0] as Row | undefined,
});

/** for a connection, made anew or handed on by who had it: who waits longer is told so */
const connectWithinMs = 5_000;
/** After this the server gives a statement up; one that has stopped gives up nothing, and a moment later it is not waited for. */
const statementMs = 10_000;
const grace = 1.2;
/** what a transaction of a shop that fell silent has locked is free again after this, before others give up waiting for it */
const idleInTransactionTimeoutMs = 5_000;
/** for work that may take its time: a timer knows no longer one */
const noStatementTimeoutMs = 2 ** 31 - 1;
const withoutTimeouts = (text: string): pg.QueryConfig & { query_timeout: number } => ({
  text,
  query_timeout: noStatementTimeoutMs,
});
/** a server that went away without a word is missed within minutes, not hours */
const probeAfterMs = 10_000;

/** Connections to one server. */
interface Pool {
  server: string;
  pool: pg.Pool;
  /** hangs up on everybody at once: what is under way there fails, instead of waiting for a server that is gone */
  abandon(): void;
}

type PoolOptions = Required<Omit<PostgresOptions, "url">>;

function openPool(server: string, { poolSize, statementWithinMs, log }: PoolOptions): Pool {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...connectionTo(server),
    max: poolSize,
    // statements that do not wait for each other's answers travel together: one round trip
    pipeline: true,
    statement_timeout: statementWithinMs,
    query_timeout: statementWithinMs * grace,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    stream: () => {
      const socket = new CorkedSocket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  // one that breaks at work fails its statement; the pool does not listen to it then, and an unheard error ends the process
  pool.on("connect", (client) => client.on("error", () => {}));
  const abandon = (): void => {
    pool.end().catch(() => {});
    for (const socket of sockets) socket.destroy();
  };
  return { server, pool, abandon };
}

/** What holds of every connection of the shop's. */
export const connectionTo = (server: string): pg.ClientConfig => ({
  connectionString: server,
  // no statement of the shop's runs long enough to be worth compiling, and a wrong guess costs seconds
  options: "-c jit=off",
  types,
  application_name: "lianne",
  connectionTimeoutMillis: connectWithinMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: probeAfterMs,
});

export interface PostgresOptions {
  /** of one server, or of several with commas: the one that takes writes is used, and followed when another takes its place */
  url: string;
  log: Logger;
  /** connections of this process */
  poolSize?: number;
  /** how long one statement may take */
  statementWithinMs?: number;
}

/** Says of a failure that the database is away where that is what it means. */
async function mapConnectionErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isDatabaseUnavailable(error) && !(error instanceof DatabaseUnavailableError)
      ? new DatabaseUnavailableError("the database cannot be asked", { cause: error })
      : error;
  }
}

/** One transaction on one connection, which is given back as good as it was, or not at all. */
async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const occasion = setRequestIdSql();
    // sent along with the work's first statement; where it fails, that one is the last
    const begun = client.query(occasion ? `begin; ${occasion}` : "begin");
    begun.catch(() => {});
    const time: { query_timeout?: number } = {};
    const tx: Tx = {
      ...reader(client, time),
      run: async (statement) => (await client.query({ ...prepare(statement), ...time })).rowCount ?? 0,
      script: async (text) => void (await client.query(withoutTimeouts(text))),
      withoutTimeouts: async () => {
        time.query_timeout = noStatementTimeoutMs;
        await client.query(withoutTimeLimits);
      },
      writes: true,
    };
    const result = await rethrowFirstError(tx, work);
    await begun;
    await client.query("commit");
    return result;
  } catch (error) {
    // whoever does not answer is not asked to undo: the connection ends, and with it what was begun
    if (isDatabaseUnavailable(error)) broken = error as Error;
    else
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Waits for the lock, works, and lets the session end, and with it the lock, whatever happened. */
async function withLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // waiting for one's turn may take longer than any statement of the shop's
    await client.query("set statement_timeout = 0");
    const turn = { text: "select pg_advisory_lock($1)", values: [lock], query_timeout: noStatementTimeoutMs };
    await client.query(turn);
    return await work();
  } finally {
    client.release(true);
  }
}

/**
 * Opens a PostgreSQL server, version 15 or later. While somebody listens, it is known whether the database answers: then
 * nothing waits for one that does not, and of several servers the one that takes writes is found again.
 * @throws DatabaseAway when no server takes writes
 */
export async function openPostgres({
  url,
  log,
  poolSize = 10,
  statementWithinMs = statementMs,
}: PostgresOptions): Promise<Db> {
  const options = { poolSize, statementWithinMs, log };
  const servers = serversOf(url);
  const first = await findPrimary(servers);
  if (first === null) throw new DatabaseUnavailableError("none of the database's servers takes writes");
  let current = openPool(first, options);
  const left = new Set<Pool>();
  let away = false;

  /** What is under way on the old connections comes to its end or runs out of its time; nothing new is asked there. */
  const reconnect = (): void => {
    const old = current;
    left.add(old);
    old.pool.end().then(
      () => left.delete(old),
      () => {},
    );
    current = openPool(old.server, options);
  };

  const move = async (): Promise<pg.ClientConfig | null> => {
    const server = await findPrimary(servers);
    if (server !== null && server !== current.server) {
      log.warn({ host: new URL(server).host }, "another server of the database takes writes now");
      current.abandon();
      current = openPool(server, options);
    }
    return server === null ? null : connectionTo(server);
  };
  const open = (): pg.Pool => {
    if (away) throw new DatabaseUnavailableError("the database does not answer");
    return current.pool;
  };
  const within = <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> =>
    mapConnectionErrors((async () => work(open()))());
  /** A migration can change what a statement answers: no connection that has prepared it before can run it any more. */
  const withinAnew = <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> =>
    within(async (pool) => {
      try {
        return await work(pool);
      } catch (error) {
        if (!isOutdatedStatement(error)) throw error;
        if (pool === current.pool) reconnect();
        return work(open());
      }
    });

  return withAuditContext({
    engine: "postgres",
    all: (statement) => withinAnew((pool) => reader(pool).all(statement)),
    one: (statement) => withinAnew((pool) => reader(pool).one(statement)),
    transaction: (work) => withinAnew((pool) => retryConflicts(() => inTransaction(pool, work))),
    snapshot: (work) =>
      within((pool) =>
        inTransaction(pool, async (tx) => {
          await tx.script(beginSnapshot);
          await tx.withoutTimeouts();
          return work(tx);
        }),
      ),
    write: <Row>(statement: Sql) => withinAnew((pool) => retryConflicts(() => reader(pool).all<Row>(statement))),
    script: (text) => within(async (pool) => void (await pool.query(withoutTimeouts(text)))),
    withAdvisoryLock: (lock, work) => within((pool) => withLock(pool, lock, work)),
    listen: (channel, listener) => {
      const hears: Listener = {
        onNotification: listener.onNotification,
        onDisconnected: listener.onDisconnected,
        onSubscribed: () => {
          // behind the same address may stand another server now, and the connections to the old one dead
          if (away) reconnect();
          away = false;
          listener.onSubscribed();
        },
        onDatabaseDown: () => {
          away = true;
          listener.onDatabaseDown();
        },
      };
      return listenOn(channel, hears, { where: move, log });
    },
    connections: () => {
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = current.pool;
      return { open, idle, waiting };
    },
    close: async () => {
      for (const old of left) old.abandon();
      await current.pool.end();
    },
  });
}

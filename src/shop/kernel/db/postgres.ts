import type pg from "pg";
import type { Sql } from "sql-template-tag";
import { setRequestIdSql } from "#shop/kernel/observability/request-context.ts";
import { withAuditContext } from "./audit.ts";
import {
  beginSnapshot,
  type Db,
  isOutdatedStatement,
  type NotificationListener,
  type Reader,
  rethrowFirstError,
  retryConflicts,
  type Tx,
  withoutTimeLimits,
} from "./database.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { listenOn } from "./postgres-listener.ts";
import { type PostgresOptions, PrimaryPool } from "./postgres-pool.ts";
import { type DriverStatement, prepare } from "./prepared-statements.ts";
import { type ResultColumn, rowObserver } from "./row-observer.ts";

interface Queryable {
  query(
    statement: DriverStatement & { query_timeout?: number },
  ): Promise<{ rows: unknown[]; fields: readonly ResultColumn[]; rowCount: number | null }>;
}

/** Reads on one connection, or on any of a pool. */
export function reader(client: Queryable, timeout: { query_timeout?: number } = {}): Reader {
  const read = async (statement: Sql): Promise<unknown[]> => {
    const observe = rowObserver.start?.();
    const { rows, fields } = await client.query({ ...prepare(statement), ...timeout });
    observe?.(fields, rows);
    return rows;
  };
  return {
    all: async <Row>(statement: Sql) => (await read(statement)) as Row[],
    one: async <Row>(statement: Sql) => (await read(statement))[0] as Row | undefined,
  };
}

/** the longest delay that a timer takes, for statements without a timeout */
const noStatementTimeoutMs = 2 ** 31 - 1;
const withoutTimeouts = (text: string): pg.QueryConfig & { query_timeout: number } => ({
  text,
  query_timeout: noStatementTimeoutMs,
});

/** Runs one transaction on one connection. The connection returns to the pool only if it is intact. */
async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const setRequestId = setRequestIdSql();
    // pipelined with the first statement of the work; if it fails, that statement fails too
    const begun = client.query(setRequestId ? `begin; ${setRequestId}` : "begin");
    begun.catch(() => {});
    const timeout: { query_timeout?: number } = {};
    const tx: Tx = {
      ...reader(client, timeout),
      run: async (statement) => (await client.query({ ...prepare(statement), ...timeout })).rowCount ?? 0,
      script: async (text) => void (await client.query(withoutTimeouts(text))),
      withoutTimeouts: async () => {
        timeout.query_timeout = noStatementTimeoutMs;
        await client.query(withoutTimeLimits);
      },
      writes: true,
    };
    const result = await rethrowFirstError(tx, work);
    await begun;
    await client.query("commit");
    return result;
  } catch (error) {
    // no rollback on a connection that does not respond: closing it ends the transaction
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

/** Waits for the advisory lock and runs the work. The session, and with it the lock, always ends afterwards. */
async function withLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // the lock may take longer to get than the statement timeout allows
    await client.query("set statement_timeout = 0");
    const takeLock = { text: "select pg_advisory_lock($1)", values: [lock], query_timeout: noStatementTimeoutMs };
    await client.query(takeLock);
    return await work();
  } finally {
    client.release(true);
  }
}

/**
 * Runs the work, and once more on new connections if a migration has changed the result type of one of its statements: a
 * connection that has prepared such a statement cannot run it any more.
 */
const retryOutdated = <T>(primary: PrimaryPool, work: (pool: pg.Pool) => Promise<T>): Promise<T> =>
  primary.run(async (pool) => {
    try {
      return await work(pool);
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error;
      primary.replace(pool);
      return primary.run(work);
    }
  });

const snapshot = <T>(pool: pg.Pool, work: (reader: Reader) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await tx.script(beginSnapshot);
    await tx.withoutTimeouts();
    return work(tx);
  });

/** The LISTEN connection also notifies the pool when the database goes down and when it is back. */
const watching = (primary: PrimaryPool, listener: NotificationListener): NotificationListener => ({
  onNotification: listener.onNotification,
  onDisconnected: listener.onDisconnected,
  onSubscribed: () => {
    primary.markUp();
    listener.onSubscribed();
  },
  onDatabaseDown: () => {
    primary.markDown();
    listener.onDatabaseDown();
  },
});

/**
 * Opens a PostgreSQL server, version 15 or later. While at least one listener is registered, the state of the database is
 * known: statements fail fast while it is down, and with several servers the new primary is found after a failover. The
 * statement, connection and idle-in-transaction timeouts are in postgres-pool.ts.
 * @throws DatabaseUnavailableError when no server accepts writes
 */
export async function openPostgres(options: PostgresOptions): Promise<Db> {
  const primary = await PrimaryPool.open(options);
  return withAuditContext({
    engine: "postgres",
    all: (statement) => retryOutdated(primary, (pool) => reader(pool).all(statement)),
    one: (statement) => retryOutdated(primary, (pool) => reader(pool).one(statement)),
    transaction: (work) => retryOutdated(primary, (pool) => retryConflicts(() => inTransaction(pool, work))),
    snapshot: (work) => primary.run((pool) => snapshot(pool, work)),
    write: <Row>(statement: Sql) =>
      retryOutdated(primary, (pool) => retryConflicts(() => reader(pool).all<Row>(statement))),
    script: (text) => primary.run(async (pool) => void (await pool.query(withoutTimeouts(text)))),
    withAdvisoryLock: (lock, work) => primary.run((pool) => withLock(pool, lock, work)),
    listen: (channel, listener) =>
      listenOn(channel, watching(primary, listener), { locate: () => primary.locate(), log: options.log }),
    connections: () => primary.connections(),
    close: () => primary.close(),
  });
}

import type { Sql } from "sql-template-tag";

export { default as sql, empty, join, raw, type Sql } from "sql-template-tag";

/**
 * Reads rows. Columns are named by the aliases in the statement; bigint becomes number, timestamptz Date, jsonb a
 * parsed value.
 */
export interface Reader {
  all<Row>(statement: Sql): Promise<Row[]>;
  one<Row>(statement: Sql): Promise<Row | undefined>;
}

/**
 * One transaction; rolled back if the work throws. Rows are written only here and in {@link Db.write}. Statements run
 * in the order of the calls; those issued together (`Promise.all`) share one round trip, and the error of the first
 * that fails is thrown.
 */
export interface Tx extends Reader {
  /** Runs a statement for its effect. @returns the number of affected rows */
  run(statement: Sql): Promise<number>;
  /** Runs statements without parameters, as in migrations. */
  script(text: string): Promise<void>;
  /** Lifts the timeouts for the following statements of this transaction. */
  withoutTimeouts(): Promise<void>;
  readonly writes: true;
}

export interface NotificationListener {
  onNotification(payload: string): void;
  /** notifications arrive from now on; earlier ones may have been missed */
  onSubscribed(): void;
  /** notifications do not arrive any more, but queries may still work */
  onDisconnected(): void;
  /** notifications do not arrive any more, and the database does not respond */
  onDatabaseDown(): void;
}

export interface Db extends Reader {
  readonly engine: "pglite" | "postgres";
  /**
   * Never use the outer handle inside `work`: PGlite has a single connection, so it would deadlock. Serialization
   * failures, deadlocks and references to a row that was deleted concurrently are retried (three attempts in all; then
   * `work` does not find the row and reports that), so `work` must have no side effects outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Reads everything from one snapshot, without timeouts and read-only. On PGlite all other queries wait for its end.
   */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** One statement that writes, as a transaction of its own: a single round trip. @returns its rows */
  write<Row>(statement: Sql): Promise<Row[]>;
  /** Statements without parameters, as migrations are written. */
  script(text: string): Promise<void>;
  /** Runs `work` while holding a session-level advisory lock, across processes. */
  withAdvisoryLock<T>(lock: number, work: () => Promise<T>): Promise<T>;
  /** Receives notifications (LISTEN) until the returned function is called. */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>;
  /** the connection pool of this process: connections open and idle, and callers that wait for one */
  connections(): Connections;
  close(): Promise<void>;
}

export interface Connections {
  open: number;
  idle: number;
  waiting: number;
}

/** First statement of a snapshot, and of a transaction without timeouts. */
export const beginSnapshot = "set transaction isolation level repeatable read, read only";
export const withoutTimeLimits = "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/** JSON.stringify escapes a lone surrogate, in a key too; an even number of backslashes before it is escaped backslashes. */
const loneSurrogate = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

/**
 * A value for a jsonb parameter: both drivers send the text unchanged. A lone surrogate, which jsonb rejects, becomes
 * U+FFFD.
 */
export const json = (value: unknown): string => JSON.stringify(value).replace(loneSurrogate, "$1\ufffd");

const serializationFailure = "40001";
const deadlock = "40P01";
const foreignKeyViolation = "23503";
const retriable = new Set([serializationFailure, deadlock, foreignKeyViolation]);
export const sqlState = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;

/** True for a violated unique constraint; with a name, only for that one. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  sqlState(error) === "23505" &&
  (constraint === undefined || (error as { constraint?: string }).constraint === constraint);

/** True for a foreign key that references a missing or deleted row. */
export const isMissingReference = (error: unknown): boolean => sqlState(error) === foreignKeyViolation;

/** True for a prepared statement whose result types have changed since it was prepared. */
export const isOutdatedStatement = (error: unknown): boolean => sqlState(error) === "0A000";

const transactionAborted = "25P02";

/** With pipelined statements the later ones fail with 25P02 (transaction aborted); rethrows the first error instead. */
export async function rethrowFirstError<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  let first: unknown;
  const rememberFirstError = <V>(result: Promise<V>): Promise<V> => {
    result.catch((error: unknown) => {
      first ??= error;
    });
    return result;
  };
  try {
    return await work({
      all: <Row>(statement: Sql) => rememberFirstError(tx.all<Row>(statement)),
      one: <Row>(statement: Sql) => rememberFirstError(tx.one<Row>(statement)),
      run: (statement) => rememberFirstError(tx.run(statement)),
      script: (text) => rememberFirstError(tx.script(text)),
      withoutTimeouts: () => rememberFirstError(tx.withoutTimeouts()),
      writes: true,
    });
  } catch (error) {
    throw sqlState(error) === transactionAborted ? (first ?? error) : error;
  }
}

/** Retries a transaction, without back-off, while it fails because of a conflict with another one: three attempts in all. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !retriable.has(sqlState(error) ?? "")) throw error;
    }
  }
}

import type { Sql } from "sql-template-tag";

export { default as sql, empty, join, raw, type Sql } from "sql-template-tag";

/** Reads rows; columns come back as the aliases in the statement, bigint as number, timestamptz as Date, jsonb parsed. */
export interface Reader {
  all<Row>(statement: Sql): Promise<Row[]>;
  one<Row>(statement: Sql): Promise<Row | undefined>;
}

/**
 * One transaction. Here, and in {@link Db.write}, rows may be written; it is rolled back when the work throws. Statements run
 * in the order in which they are asked; those that are asked at once (`Promise.all`) are one round trip, and the first that
 * fails is what is thrown.
 */
export interface Tx extends Reader {
  /** Runs a statement for its effect. @returns the number of rows it touched */
  run(statement: Sql): Promise<number>;
  /** Statements without parameters, as migrations are written. */
  script(text: string): Promise<void>;
  /** From here on each statement of this transaction may take as long as it does. */
  withoutTimeouts(): Promise<void>;
  readonly writes: true;
}

export interface Listener {
  onNotification(payload: string): void;
  /** from now on everything is heard; what was announced before may have been missed */
  onSubscribed(): void;
  /** from now on announcements go unheard; what is asked may be answered all the same */
  onDisconnected(): void;
  /** announcements go unheard, and the database answers nobody */
  onDatabaseDown(): void;
}

export interface Db extends Reader {
  readonly engine: "pglite" | "postgres";
  /**
   * Never use the outer handle inside `work`: the embedded database has one connection and would wait for itself.
   * Serialization failures, deadlocks, and references to a row that somebody else has just deleted are tried again (three
   * times in all; then `work` finds the row gone, and says so), so `work` must have no effect outside.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Reads all as it is at one moment, for as long as it takes; nothing is written. The embedded database answers nobody else
   * meanwhile.
   */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** One statement that writes and is a transaction of its own: a single round trip. @returns what it returns */
  write<Row>(statement: Sql): Promise<Row[]>;
  /** Statements without parameters, as migrations are written. */
  script(text: string): Promise<void>;
  /** Holds one session-wide lock while `work` runs, across processes. */
  withAdvisoryLock<T>(lock: number, work: () => Promise<T>): Promise<T>;
  /** Hears announcements until the returned function is called. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** of this process, now: how many are open and idle, and who waits for one */
  connections(): Connections;
  close(): Promise<void>;
}

export interface Connections {
  open: number;
  idle: number;
  waiting: number;
}

/** How a snapshot begins, and a work that may take longer than any of the shop's. */
export const beginSnapshot = "set transaction isolation level repeatable read, read only";
export const withoutTimeLimits = "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/** A value for a jsonb parameter: both drivers take the text as it is. Half a surrogate pair, which jsonb refuses, becomes U+FFFD. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === "string" ? part.toWellFormed() : part));

const serializationFailure = "40001";
const deadlock = "40P01";
const foreignKeyViolation = "23503";
const retriable = new Set([serializationFailure, deadlock, foreignKeyViolation]);
export const sqlState = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;

/** True for a violated unique constraint; with a name, for that one alone. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  sqlState(error) === "23505" &&
  (constraint === undefined || (error as { constraint?: string }).constraint === constraint);

/** True for a reference to a row that is not there, or not any more. */
export const isMissingReference = (error: unknown): boolean => sqlState(error) === foreignKeyViolation;

/** True for a prepared statement whose types have changed since. */
export const isOutdatedStatement = (error: unknown): boolean => sqlState(error) === "0A000";

const transactionAborted = "25P02";

/**
 * Of statements that were asked at once, whoever comes after the one that failed is told only that the transaction is over:
 * what is thrown is the failure itself.
 */
export async function rethrowFirstError<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  let first: unknown;
  const noting = <V>(answer: Promise<V>): Promise<V> => {
    answer.catch((error: unknown) => {
      first ??= error;
    });
    return answer;
  };
  try {
    return await work({
      all: <Row>(statement: Sql) => noting(tx.all<Row>(statement)),
      one: <Row>(statement: Sql) => noting(tx.one<Row>(statement)),
      run: (statement) => noting(tx.run(statement)),
      script: (text) => noting(tx.script(text)),
      withoutTimeouts: () => noting(tx.withoutTimeouts()),
      writes: true,
    });
  } catch (error) {
    throw sqlState(error) === transactionAborted ? (first ?? error) : error;
  }
}

/** Runs a transaction up to three times while the database reports a conflict with another one. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !retriable.has(sqlState(error) ?? "")) throw error;
    }
  }
}

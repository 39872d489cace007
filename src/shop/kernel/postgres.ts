import pg from "pg";
import type { Logger } from "pino";
import type { Sql } from "sql-template-tag";
import { type Db, type Listener, retryConflicts, type Tx } from "./database.ts";

const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

interface Queryable {
  query(config: { text: string; values: unknown[] }): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

const reader = (client: Queryable) => ({
  all: async <Row>({ text, values }: Sql) => (await client.query({ text, values })).rows as Row[],
  one: async <Row>({ text, values }: Sql) => (await client.query({ text, values })).rows[0] as Row | undefined,
});

const reconnectPauseMs = 500;
const connectWithinMs = 5_000;
/** a server that went away without a word is missed within minutes, not hours */
const probeAfterMs = 10_000;

/** Keeps one connection listening; when it breaks, says so and connects again. */
const listener =
  (config: pg.ClientConfig, log: Logger) =>
  async (channel: string, { hear, onHearing, onLost }: Listener): Promise<() => Promise<void>> => {
    let stopped = false;
    let client: pg.Client | undefined;
    let timer: NodeJS.Timeout | undefined;
    const connect = async (): Promise<void> => {
      const next = new pg.Client(config);
      client = next;
      let hearing = false;
      const lose = (error?: Error) => {
        // whoever has not begun to hear is tried again by who called: twice each time would double without end
        if (stopped || !hearing) return;
        hearing = false;
        log.warn({ err: error, channel }, "lost the connection to the database's announcements");
        onLost();
        next.end().catch(() => {});
        timer = setTimeout(reconnect, reconnectPauseMs);
      };
      next.on("error", lose);
      next.on("end", () => lose());
      next.on("notification", (message) => hear(message.payload ?? ""));
      try {
        await next.connect();
        await next.query(`listen "${channel}"`);
      } catch (error) {
        next.end().catch(() => {});
        throw error;
      }
      hearing = true;
      onHearing(); // whatever was announced before now went unheard
    };
    const reconnect = (): void => {
      if (stopped) return;
      connect().catch((error: unknown) => {
        log.warn({ err: error, channel }, "still without the database's announcements");
        timer = setTimeout(reconnect, reconnectPauseMs);
      });
    };
    await connect();
    return async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end();
    };
  };

export interface PostgresOptions {
  url: string;
  log: Logger;
  /** connections of this process */
  poolSize?: number;
}

/** Opens a PostgreSQL server, version 15 or later. */
export async function openPostgres({ url, log, poolSize = 10 }: PostgresOptions): Promise<Db> {
  const connection: pg.ClientConfig = {
    connectionString: url,
    // no statement of the shop's runs long enough to be worth compiling, and a wrong guess costs seconds
    options: "-c jit=off",
    types,
    application_name: "lianne",
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfterMs,
  };
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  // one that breaks at work fails its statement; the pool does not listen to it then, and an unheard error ends the process
  pool.on("connect", (client) => client.on("error", () => {}));
  const inTransaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const tx: Tx = {
        ...reader(client),
        run: async ({ text, values }) => (await client.query({ text, values })).rowCount ?? 0,
        writes: true,
      };
      const result = await work(tx);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return {
    engine: "postgres",
    ...reader(pool),
    transaction: (work) => retryConflicts(() => inTransaction(work)),
    write: <Row>(statement: Sql) => retryConflicts(() => reader(pool).all<Row>(statement)),
    script: async (text) => {
      await pool.query(text);
    },
    exclusively: async (lock, work) => {
      const client = await pool.connect();
      try {
        // waiting for one's turn may take longer than any statement of the shop's
        await client.query("set statement_timeout = 0");
        await client.query("select pg_advisory_lock($1)", [lock]);
        return await work();
      } finally {
        // the session ends, and with it the lock, whatever happened
        client.release(true);
      }
    },
    listen: listener(connection, log),
    close: () => pool.end(),
  };
}

import { PGlite, type Transaction, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import type { Sql } from "sql-template-tag";
import { makePrivateDir } from "#shop/kernel/base/data-dir.ts";
import { withAuditContext } from "./audit.ts";
import {
  beginSnapshot,
  rethrowFirstError,
  type Db,
  type Reader,
  retryConflicts,
  type Tx,
  withoutTimeLimits,
} from "./database.ts";
import { setRequestIdSql } from "#shop/kernel/observability/request-context.ts";
import { type QueryFn, yieldToEventLoop, statementsOf } from "./pglite-statements.ts";
import { rowObserver } from "./row-observer.ts";

function reader(query: QueryFn, transaction?: Transaction): Reader {
  const read = async (statement: Sql): Promise<unknown[]> => {
    const observe = rowObserver.start?.();
    const { rows, columns } = await query(statement, transaction);
    observe?.(columns, rows);
    return rows;
  };
  return {
    all: async <Row>(statement: Sql) => (await read(statement)) as Row[],
    one: async <Row>(statement: Sql) => (await read(statement))[0] as Row | undefined,
  };
}

/** A database image to start from, as {@link PGlite.dumpDataDir} creates it. */
export type PgliteImage = Blob;

/**
 * Opens PGlite, the embedded PostgreSQL: in a directory, or in memory without one. The directory has one owner at a
 * time (see data-dir.ts). Writes are durable before they are acknowledged, so a killed process loses no acknowledged
 * data.
 */
export async function openPglite(folder?: string, image?: PgliteImage): Promise<Db & { dump(): Promise<PgliteImage> }> {
  if (folder) makePrivateDir(folder);
  const lite = await PGlite.create({
    dataDir: folder ?? "memory://",
    extensions: { unaccent, pg_trgm },
    parsers: { [types.INT8]: Number },
    ...(image ? { loadDataDir: image } : {}),
  });
  const query = statementsOf(lite);
  const autocommit = reader(query);
  return withAuditContext({
    engine: "pglite",
    ...autocommit,
    transaction: (work) =>
      retryConflicts(() =>
        lite.transaction(async (inner) => {
          await yieldToEventLoop();
          const setRequestId = setRequestIdSql();
          if (setRequestId) await inner.exec(setRequestId);
          const tx: Tx = {
            ...reader(query, inner),
            run: async (statement) => (await query(statement, inner)).rowCount,
            script: async (text) => void (await inner.exec(text)),
            withoutTimeouts: async () => void (await inner.exec(withoutTimeLimits)),
            writes: true,
          };
          return rethrowFirstError(tx, work);
        }),
      ),
    snapshot: (work) =>
      lite.transaction(async (inner) => {
        await inner.exec(beginSnapshot);
        return work(reader(query, inner));
      }),
    write: <Row>(statement: Sql) => retryConflicts(() => autocommit.all<Row>(statement)),
    script: async (text) => {
      await lite.exec(text);
    },
    withAdvisoryLock: (_lock, work) => work(), // no lock needed: this process is the only user of the data directory
    listen: async (channel, { onNotification, onSubscribed }) => {
      const stop = await lite.listen(`"${channel}"`, onNotification);
      onSubscribed();
      return stop;
    },
    connections: () => ({ open: 1, idle: 0, waiting: 0 }),
    close: () => lite.close(),
    dump: () => lite.dumpDataDir("none"),
  });
}

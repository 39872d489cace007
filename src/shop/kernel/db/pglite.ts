import { mkdir } from "node:fs/promises";
import { PGlite, type Transaction, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import type { Sql } from "sql-template-tag";
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

const reader = (ask: QueryFn, inside?: Transaction): Reader => ({
  all: async <Row>(statement: Sql) => (await ask(statement, inside)).rows as Row[],
  one: async <Row>(statement: Sql) => (await ask(statement, inside)).rows[0] as Row | undefined,
});

/** A database image to start from, as {@link PGlite.dumpDataDir} makes it. */
export type PgliteImage = Blob;

/**
 * Opens the embedded PostgreSQL: in a folder, or in memory without one. The folder has one owner at a time (see data-dir.ts).
 * It writes through before it answers, so a killed process loses nothing that was acknowledged.
 */
export async function openPglite(folder?: string, image?: PgliteImage): Promise<Db & { dump(): Promise<PgliteImage> }> {
  if (folder) await mkdir(folder, { recursive: true });
  const lite = await PGlite.create({
    dataDir: folder ?? "memory://",
    extensions: { unaccent, pg_trgm },
    parsers: { [types.INT8]: Number },
    ...(image ? { loadDataDir: image } : {}),
  });
  const ask = statementsOf(lite);
  const outside = reader(ask);
  return withAuditContext({
    engine: "pglite",
    ...outside,
    transaction: (work) =>
      retryConflicts(() =>
        lite.transaction(async (inner) => {
          await yieldToEventLoop();
          const occasion = setRequestIdSql();
          if (occasion) await inner.exec(occasion);
          const tx: Tx = {
            ...reader(ask, inner),
            run: async (statement) => (await ask(statement, inner)).touched,
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
        return work(reader(ask, inner));
      }),
    write: <Row>(statement: Sql) => retryConflicts(() => outside.all<Row>(statement)),
    script: async (text) => {
      await lite.exec(text);
    },
    withAdvisoryLock: (_lock, work) => work(), // its folder has one owner already
    listen: async (channel, { onNotification: hear, onSubscribed: onHearing }) => {
      const stop = await lite.listen(`"${channel}"`, hear);
      onHearing();
      return stop;
    },
    connections: () => ({ open: 1, idle: 0, waiting: 0 }),
    close: () => lite.close(),
    dump: () => lite.dumpDataDir("none"),
  });
}

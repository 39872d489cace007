import type { Config } from "#shop/kernel/base/config.ts";
import type { Progress } from "#shop/kernel/admin/admin-socket.ts";
import { type Db, type Reader, sql } from "#shop/kernel/db/database.ts";
import { withMigrationLock, type Migration } from "#shop/kernel/db/migrate.ts";
import { NotABackup } from "./backup-format.ts";
import { checkBackup } from "./check-backup.ts";
import { type EachRows, rebuild } from "./fill-database.ts";
import { secretMark } from "./make-backup.ts";
import { countLost, PictureShelf } from "./pictures.ts";
import { readBackup } from "./read-backup.ts";
import { quoted, readTables, type Table } from "./schema.ts";

export interface RestoreShop {
  db: Db;
  config: Config;
  progress?: ((step: Progress) => void) | undefined;
}

export interface Restored {
  madeAt: Date;
  rows: number;
  files: number;
  /** migrations that were applied to bring the rows up to date */
  migrated: string[];
  /** whether the keys of merchants and webhooks can be read: it was made under this APP_SECRET */
  sameSecret: boolean;
  lost: number;
  /** letters and other work that waited when the backup was made */
  waiting: number;
}

/** The database that was to be restored into has something in it. */
export class NotEmpty extends Error {}

/** What every shop writes by itself, whoever it belongs to. */
const counted = (name: string): boolean =>
  // carrier_answer is carrier_response_cache before migration 0028
  !["currency", "schedule", "carrier_response_cache", "carrier_answer", "audit"].includes(name);

/** @throws NotEmpty naming what is there */
async function requireEmpty(reader: Reader, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables.filter((table) => counted(table.name))) {
    if (await reader.one(sql([`select 1 from ${quoted(name)} limit 1`]))) filled.push(name);
  }
  if (filled.length > 0) throw new NotEmpty(filled.slice(0, 5).join(", "));
}

/** @throws NotABackup where another program's tables lie beside the shop's: they would be lost */
function requireOwn(tables: readonly Table[], migrations: readonly Migration[]): void {
  const known = new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/create (?:unlogged )?table (\w+)|alter table \w+ rename to (\w+)/g)].map(
        ([, created, renamed]) => created ?? renamed,
      ),
    ),
  );
  const strange = tables.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (strange.length > 0) {
    throw new NotABackup(
      `The database has tables that are not the shop's: ${strange.join(", ")}. Restore into a database of the shop's own.`,
    );
  }
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Makes the database what it was when the backup was made, and then brings it up to date. The file is read to its end
 * before; all is written in one transaction, so that a failure leaves everything as it was.
 * @param replace also where there is something, which is lost
 * @throws NotABackup, NotEmpty, the file system's own errors
 */
export async function restoreBackup(
  shop: RestoreShop,
  path: string,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const { db, config, progress } = shop;
  const plan = await checkBackup(path, progress);
  const total = sumOf(plan.foot.rows) + plan.foot.files;
  const shelf = new PictureShelf(config.dataDir);
  let done = 0;
  const eachRows: EachRows = async (take) => {
    await readBackup(path, {
      head: () => {},
      content: async (content) => {
        if (content.kind === "file") await shelf.put(content.path, content.data);
        else await take(content);
        done += content.kind === "file" ? 1 : content.count;
        progress?.({ what: "restoring", done, total });
      },
    });
  };
  try {
    await withMigrationLock(db, () =>
      db.transaction(async (tx) => {
        done = 0;
        const tables = await readTables(tx);
        requireOwn(tables, [...plan.before, ...plan.since]);
        if (!replace) await requireEmpty(tx, tables);
        await rebuild(tx, plan, eachRows);
      }),
    );
  } catch (error) {
    await shelf.clear();
    throw error;
  }
  await db.script("set local statement_timeout = 0; analyze");
  // shops that run on the server have prepared statements of types that are gone
  if (db.engine === "postgres")
    await db.all(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and application_name like 'lianne%'`);
  const waiting = await db.one<{ waiting: number }>(
    sql`select count(*)::integer waiting from outbox where done_at is null and failed_at is null`,
  );
  return {
    madeAt: new Date(plan.head.made_at),
    rows: sumOf(plan.foot.rows),
    files: plan.foot.files,
    migrated: plan.since.map(({ name }) => name),
    sameSecret: plan.head.secret_mark === secretMark(config.appSecret),
    lost: await countLost(db, config.dataDir),
    waiting: waiting?.waiting ?? 0,
  };
}

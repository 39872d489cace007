import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { CommandProgress } from "#shop/kernel/admin/admin-socket.ts";
import { type Db, type Reader, sql } from "#shop/kernel/db/database.ts";
import { withMigrationLock, type Migration } from "#shop/kernel/db/migrate.ts";
import { InvalidBackupError } from "./backup-format.ts";
import { checkBackup } from "./check-backup.ts";
import { type EachRows, rebuild } from "./fill-database.ts";
import { secretMark } from "./make-backup.ts";
import { countLost, ImageRestorer } from "./image-files.ts";
import { readBackup } from "./read-backup.ts";
import { quoted, readTables, type TableColumns } from "./schema.ts";

export interface RestoreShop {
  db: Db;
  config: Config;
  progress?: ((step: CommandProgress) => void) | undefined;
}

export interface Restored {
  madeAt: Date;
  rows: number;
  files: number;
  /** migrations applied after the restore */
  migrated: string[];
  /** whether the encrypted keys of merchants and webhooks can be read: the backup has the same APP_SECRET */
  sameSecret: boolean;
  lost: number;
  /** emails and other jobs that were pending in the backup */
  waiting: number;
}

/** The target database is not empty. */
export class DatabaseNotEmptyError extends Error {}

/** Excludes tables that every new shop fills by itself. */
const counted = (name: string): boolean =>
  // `carrier_answer` is the name of carrier_response_cache before migration 0028
  !["currency", "packing_box", "schedule", "carrier_response_cache", "carrier_answer", "audit"].includes(name);

/** @throws DatabaseNotEmptyError with the table names */
async function requireEmpty(reader: Reader, tables: readonly TableColumns[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables.filter((table) => counted(table.name))) {
    if (await reader.one(sql([`select 1 from ${quoted(name)} limit 1`]))) filled.push(name);
  }
  if (filled.length > 0) throw new DatabaseNotEmptyError(filled.slice(0, 5).join(", "));
}

/** @throws InvalidBackupError if tables of another program are in the same schema: they would be lost */
function requireOwn(tables: readonly TableColumns[], migrations: readonly Migration[]): void {
  const known = new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/create (?:unlogged )?table (\w+)|alter table \w+ rename to (\w+)/g)].map(
        ([, created, renamed]) => created ?? renamed,
      ),
    ),
  );
  const strange = tables.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (strange.length > 0) {
    throw new InvalidBackupError(
      `The database has tables that are not the shop's: ${strange.join(", ")}. Restore into a database of the shop's own.`,
    );
  }
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Restores the database to the state of the backup, and then migrates it. The file is read to its end first; everything
 * is written in one transaction, so that a failure changes nothing.
 * @param replace also if the database is not empty; its data is lost
 * @throws InvalidBackupError, DatabaseNotEmptyError, the file system's own errors
 */
export async function restoreBackup(
  shop: RestoreShop,
  path: string,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const { db, config, progress } = shop;
  const plan = await checkBackup(path, progress);
  const total = sumOf(plan.footer.rows) + plan.footer.files;
  const images = new ImageRestorer(config.dataDir);
  let done = 0;
  const eachRows: EachRows = async (take) => {
    await readBackup(path, {
      header: () => {},
      content: async (content) => {
        if (content.kind === "file") await images.put(content.path, content.data);
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
        // every running shop clears its caches
        await publishInvalidation(tx, ["catalogue"]);
      }),
    );
  } catch (error) {
    await images.clear();
    throw error;
  }
  await db.script("set local statement_timeout = 0; analyze");
  // running shops have prepared statements with types that no longer exist
  if (db.engine === "postgres")
    await db.all(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and application_name like 'lianne%'`);
  const waiting = await db.one<{ waiting: number }>(
    sql`select count(*)::integer waiting from outbox where done_at is null and failed_at is null`,
  );
  return {
    madeAt: new Date(plan.header.made_at),
    rows: sumOf(plan.footer.rows),
    files: plan.footer.files,
    migrated: plan.since.map(({ name }) => name),
    sameSecret: plan.header.secret_mark === secretMark(config.appSecret),
    lost: await countLost(db, config.dataDir),
    waiting: waiting?.waiting ?? 0,
  };
}

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join as path, sep } from "node:path";
import type { Logger } from "pino";
import { type Db, sql, type Tx } from "./database.ts";

const root = path(import.meta.dirname, "../../../..");
const migrationLock = 7_145_001;

interface SqlFile {
  name: string;
  text: string;
  /** SHA-256 of the text */
  checksum: string;
}

/** A numbered file of migrations/: applied once, and never changed afterwards. */
export interface Migration extends SqlFile {
  number: number;
}

/** A file of sql/ with functions, triggers or views; runs again whenever its text changes. See sql/README.md. */
export type RepeatableScript = SqlFile;

/** Other folders than the program's own, for tests. */
export interface SchemaFolders {
  migrations?: string;
  scripts?: string;
}

async function readSqlFile(folder: string, name: string): Promise<SqlFile> {
  const text = await readFile(path(folder, name), "utf8");
  return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
}

/** All migrations, in the order of their numbers. */
export async function readMigrations(folder = path(root, "migrations")): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ number: Number(name.slice(0, 4)), ...(await readSqlFile(folder, name)) })),
  );
}

/** All repeatable scripts, in the order of their paths, in which they run. */
export async function readRepeatableScripts(folder = path(root, "sql")): Promise<RepeatableScript[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql"));
  const files = await Promise.all(names.map((name) => readSqlFile(folder, name)));
  return files
    .map((file) => ({ ...file, name: file.name.replaceAll(sep, "/") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The tables that record what a database has: migrations by number, repeatable scripts by path. */
export const schemaRecordTables = `create table if not exists migration (
  number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
create table if not exists repeatable_script (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/** Runs a migration and records it. @throws naming the file */
export async function applyMigration(tx: Tx, { number, name, text, checksum }: Migration): Promise<void> {
  await tx.script(text).catch((error: unknown) => {
    throw new Error(`Migration ${name} failed`, { cause: error });
  });
  await tx.run(sql`insert into migration (number, name, checksum) values (${number}, ${name}, ${checksum})`);
}

/** Runs all repeatable scripts and records them. @throws naming the file that failed */
export async function runRepeatableScripts(tx: Tx, scripts: readonly RepeatableScript[]): Promise<void> {
  // a function's body may call functions of scripts that come later
  await tx.script("set local check_function_bodies = off; delete from repeatable_script");
  for (const { name, text, checksum } of scripts) {
    await tx.script(text).catch((error: unknown) => {
      throw new Error(`Script ${name} failed`, { cause: error });
    });
    await tx.run(sql`insert into repeatable_script (name, checksum) values (${name}, ${checksum})`);
  }
}

interface RecordedFile {
  /** null for a repeatable script */
  number: number | null;
  name: string;
  checksum: string;
}

/** The migrations that a database lacks. @throws when it is ahead of this program, or when an applied file has changed since */
function pendingMigrations(migrations: readonly Migration[], recorded: readonly RecordedFile[]): Migration[] {
  const applied = new Map(recorded.flatMap(({ number, checksum }) => (number === null ? [] : [[number, checksum]])));
  const known = new Set(migrations.map(({ number }) => number));
  const ahead = [...applied.keys()].filter((number) => !known.has(number));
  if (ahead.length > 0)
    throw new Error(`The database has migrations that this program does not know: ${ahead.join(", ")}`);
  const changed = migrations.filter(({ number, checksum }) => applied.has(number) && applied.get(number) !== checksum);
  if (changed.length > 0)
    throw new Error(
      `Migrations were changed after they had been applied: ${changed.map(({ name }) => name).join(", ")}`,
    );
  return migrations.filter(({ number }) => !applied.has(number));
}

/** Whether a script was added, changed or removed since the last run. */
function haveScriptsChanged(scripts: readonly RepeatableScript[], recorded: readonly RecordedFile[]): boolean {
  const had = new Map(recorded.flatMap(({ number, name, checksum }) => (number === null ? [[name, checksum]] : [])));
  return scripts.length !== had.size || scripts.some(({ name, checksum }) => had.get(name) !== checksum);
}

/** Holds the advisory lock under which a process changes the schema; others wait for it. */
export const withMigrationLock = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.withAdvisoryLock(migrationLock, work);

/**
 * Brings the schema up to date, forward only, under an advisory lock. Each pending migration is a transaction of its own together
 * with its record: one that fails leaves the database as it was before it. The repeatable scripts run in the transaction of the
 * last pending migration, so that no schema is ever committed without the functions and triggers that fit it; without a pending
 * migration they run when one of them has changed. A database that is up to date costs one query.
 * @returns the names of the migrations applied now
 * @throws when the database is ahead of this program, or when an applied migration has changed since
 */
export async function migrate(db: Db, log: Logger, folders: SchemaFolders = {}): Promise<string[]> {
  const [migrations, scripts] = await Promise.all([
    readMigrations(folders.migrations),
    readRepeatableScripts(folders.scripts),
  ]);
  return withMigrationLock(db, async () => {
    await db.script(schemaRecordTables);
    const recorded = await db.all<RecordedFile>(sql`
      select number, name, checksum from migration union all select null, name, checksum from repeatable_script`);
    const pending = pendingMigrations(migrations, recorded);
    const last = pending.at(-1);
    for (const migration of pending) {
      log.info({ migration: migration.name }, "migrating");
      await db.transaction(async (tx) => {
        await tx.withoutTimeouts();
        await applyMigration(tx, migration);
        if (migration === last) await runRepeatableScripts(tx, scripts);
      });
    }
    if (!last && haveScriptsChanged(scripts, recorded)) {
      log.info("running repeatable SQL scripts");
      await db.transaction(async (tx) => {
        await tx.withoutTimeouts();
        await runRepeatableScripts(tx, scripts);
      });
    }
    return pending.map(({ name }) => name);
  });
}

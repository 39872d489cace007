import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join as path } from "node:path";
import type { Logger } from "pino";
import { type Db, sql } from "./database.ts";

const migrationsFolder = path(import.meta.dirname, "../../../../migrations");
const migrationLockId = 7_145_001;

export interface Migration {
  number: number;
  name: string;
  text: string;
  /** of the text: an applied migration must not change */
  checksum: string;
}

/** All migrations, in order. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path(folder, name), "utf8");
      return {
        number: Number(name.slice(0, 4)),
        name,
        text,
        checksum: createHash("sha256").update(text).digest("hex"),
      };
    }),
  );
}

/** The table that records the applied migrations. */
export const migrationTable = `create table if not exists migration (
  number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;

/** A migration and its record in one multi-statement message, which is one transaction if none is open. */
export const migrationScript = ({ number, name, text, checksum }: Migration): string =>
  // a migration may run longer than the statement timeout
  `set local statement_timeout = 0; ${text}; insert into migration (number, name, checksum) values (${number}, '${name}', '${checksum}');`;

/**
 * The migrations that the database lacks. @throws if it is newer than this program, or if an applied file has changed
 */
function pendingOf(
  migrations: readonly Migration[],
  applied: readonly { number: number; checksum: string }[],
): Migration[] {
  const done = new Map(applied.map((row) => [row.number, row.checksum]));
  const known = new Set(migrations.map((migration) => migration.number));
  const ahead = [...done.keys()].filter((number) => !known.has(number));
  if (ahead.length > 0)
    throw new Error(`The database has migrations that this program does not know: ${ahead.join(", ")}`);
  const changed = migrations.filter(({ number, checksum }) => done.has(number) && done.get(number) !== checksum);
  if (changed.length > 0)
    throw new Error(
      `Migrations were changed after they had been applied: ${changed.map(({ name }) => name).join(", ")}`,
    );
  return migrations.filter((migration) => !done.has(migration.number));
}

/** Holds the migration lock, so that no other process changes the schema during the work. */
export const withMigrationLock = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.withAdvisoryLock(migrationLockId, work);

/**
 * Applies pending migrations, forward only. Each file and its record share one transaction, so a failed migration
 * leaves the database
 * unchanged. An advisory lock serializes processes that start at the same time.
 * @param folder another one than the program's own @returns the names of the files applied now
 * @throws if the database is newer than this program, or if an applied file has changed
 */
export async function migrate(db: Db, log: Logger, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return withMigrationLock(db, async () => {
    await db.script(migrationTable);
    const due = pendingOf(migrations, await db.all(sql`select number, checksum from migration`));
    for (const migration of due) {
      log.info({ migration: migration.name }, "migrating");
      await db.script(migrationScript(migration)).catch((error: unknown) => {
        throw new Error(`Migration ${migration.name} failed`, { cause: error });
      });
    }
    return due.map((migration) => migration.name);
  });
}

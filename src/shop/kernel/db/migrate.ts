import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join as path } from "node:path";
import type { Logger } from "pino";
import { type Db, sql } from "./database.ts";

const ownFolder = path(import.meta.dirname, "../../../../migrations");
const lockOfMigrations = 7_145_001;

export interface Migration {
  number: number;
  name: string;
  text: string;
  /** of the text: a file that was applied may not change */
  checksum: string;
}

/** All that there are, in their order. */
export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
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

/** Where it is written down which migrations a database has. */
export const migrationTable = `create table if not exists migration (
  number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;

/** A migration with its record: one message of several statements, which is one transaction where none is open. */
export const migrationScript = ({ number, name, text, checksum }: Migration): string =>
  // it may take longer than any statement of the shop's
  `set local statement_timeout = 0; ${text}; insert into migration (number, name, checksum) values (${number}, '${name}', '${checksum}');`;

/** Which of them a database lacks. @throws when it is ahead of this program, or when an applied file has changed since */
function dueOf(
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

/** Holds off whoever would change the schema meanwhile. */
export const withMigrationLock = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.withAdvisoryLock(lockOfMigrations, work);

/**
 * Brings the schema up to date, forward only, each file in a transaction of its own with its record: one that fails leaves
 * the database as it was before it. Two processes that start at once take turns.
 * @param folder another than the program's own @returns the names of the files applied now
 * @throws when the database is ahead of this program, or when an applied file has changed since
 */
export async function migrate(db: Db, log: Logger, folder = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return withMigrationLock(db, async () => {
    await db.script(migrationTable);
    const due = dueOf(migrations, await db.all(sql`select number, checksum from migration`));
    for (const migration of due) {
      log.info({ migration: migration.name }, "migrating");
      await db.script(migrationScript(migration)).catch((error: unknown) => {
        throw new Error(`Migration ${migration.name} failed`, { cause: error });
      });
    }
    return due.map((migration) => migration.name);
  });
}

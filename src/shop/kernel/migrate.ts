import { readdir, readFile } from "node:fs/promises";
import { join as path } from "node:path";
import type { Logger } from "pino";
import { type Db, sql } from "./database.ts";

const folder = path(import.meta.dirname, "../../../migrations");
const lockOfMigrations = 7_145_001;

interface Migration {
  number: number;
  name: string;
  text: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name,
      text: await readFile(path(folder, name), "utf8"),
    })),
  );
}

/**
 * Brings the schema up to date, forward only, each file in a transaction of its own with its record.
 * Two processes that start at once take turns. @returns the names of the files applied now
 * @throws when the database is ahead of this program
 */
export async function migrate(db: Db, log: Logger): Promise<string[]> {
  const migrations = await readMigrations();
  return db.exclusively(lockOfMigrations, async () => {
    await db.script(`create table if not exists migration (
      number integer primary key, name text not null, applied_at timestamptz not null default now())`);
    const done = new Set(
      (await db.all<{ number: number }>(sql`select number from migration`)).map((row) => row.number),
    );
    const known = new Set(migrations.map((migration) => migration.number));
    const ahead = [...done].filter((number) => !known.has(number));
    if (ahead.length > 0)
      throw new Error(`The database has migrations that this program does not know: ${ahead.join(", ")}`);
    const due = migrations.filter((migration) => !done.has(migration.number));
    for (const { number, name, text } of due) {
      log.info({ migration: name }, "migrating");
      await db
        .script(
          `begin; ${text}; insert into migration (number, name) values (${number}, '${name.replaceAll("'", "''")}'); commit;`,
        )
        .catch(async (error: unknown) => {
          await db.script("rollback").catch(() => {});
          throw new Error(`Migration ${name} failed`, { cause: error });
        });
    }
    return due.map((migration) => migration.name);
  });
}

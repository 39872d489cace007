import { createHash } from "node:crypto";
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
  /** of the text: a file that was applied may not change */
  checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
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

/**
 * Brings the schema up to date, forward only, each file in a transaction of its own with its record.
 * Two processes that start at once take turns. @returns the names of the files applied now
 * @throws when the database is ahead of this program, or when an applied file has changed since
 */
export async function migrate(db: Db, log: Logger): Promise<string[]> {
  const migrations = await readMigrations();
  return db.exclusively(lockOfMigrations, async () => {
    await db.script(`create table if not exists migration (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const rows = await db.all<{ number: number; checksum: string }>(sql`select number, checksum from migration`);
    const done = new Map(rows.map((row) => [row.number, row.checksum]));
    const known = new Set(migrations.map((migration) => migration.number));
    const ahead = [...done.keys()].filter((number) => !known.has(number));
    if (ahead.length > 0)
      throw new Error(`The database has migrations that this program does not know: ${ahead.join(", ")}`);
    const changed = migrations.filter(({ number, checksum }) => done.has(number) && done.get(number) !== checksum);
    if (changed.length > 0)
      throw new Error(
        `Migrations were changed after they had been applied: ${changed.map(({ name }) => name).join(", ")}`,
      );
    const due = migrations.filter((migration) => !done.has(migration.number));
    for (const { number, name, text, checksum } of due) {
      log.info({ migration: name }, "migrating");
      // one message of several statements is one transaction; it may take longer than any statement of the shop's
      const record = `insert into migration (number, name, checksum) values (${number}, '${name}', '${checksum}')`;
      await db.script(`set local statement_timeout = 0; ${text}; ${record};`).catch((error: unknown) => {
        throw new Error(`Migration ${name} failed`, { cause: error });
      });
    }
    return due.map((migration) => migration.name);
  });
}

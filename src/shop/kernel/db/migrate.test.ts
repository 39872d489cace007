import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { schemaDefinitions } from "#fixtures/testing/schema-definitions.ts";
import { type Db, sql } from "./database.ts";
import { migrate, readMigrations, readRepeatableScripts, runRepeatableScripts } from "./migrate.ts";

const root = join(import.meta.dirname, "../../../..");
const quiet = pino({ level: "silent" });
const twice = "create or replace function twice(n integer) returns integer language sql as $$ select n * 2 $$;";
const thrice = twice.replace("n * 2", "n * 3");

describe.each(engines)("migrations on $name", (engine) => {
  let db: Db;
  let folder: string;
  const migrations = () => join(folder, "migrations");
  const run = (log = quiet) => migrate(db, log, { migrations: migrations(), scripts: join(folder, "sql") });
  const script = (name: string, text: string) => writeFile(join(folder, "sql", name), text);
  const twiceOf = async (n: number) => (await db.one<{ it: number }>(sql`select twice(${n}) it`))?.it;

  beforeAll(async () => {
    db = await engine.open("empty");
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lianne-schema-"));
    await cp(join(root, "migrations"), migrations(), { recursive: true });
    await cp(join(root, "sql"), join(folder, "sql"), { recursive: true });
    onTestFinished(async () => {
      await db.script("drop function if exists twice(integer)");
      await migrate(db, quiet);
      await rm(folder, { recursive: true });
    });
  });

  test("all functions, triggers and views come from sql/, whose scripts can run again", async () => {
    const before = await schemaDefinitions(db);
    await db.transaction(async (tx) => {
      await tx.script(`
        do $$ declare command text; begin
          for command in
            select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger t
              join pg_class c on c.oid = tgrelid and c.relnamespace = current_schema()::regnamespace where not tgisinternal
            union all select format('drop view if exists %I cascade', viewname) from pg_views where schemaname = current_schema()
          loop execute command; end loop;
          -- all but those that indexes and generated columns depend on
          for command in
            select format('drop function %s', p.oid::regprocedure) from pg_proc p
            where pronamespace = current_schema()::regnamespace
              and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
              and not exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid)
          loop execute command; end loop;
        end $$`);
      const scripts = await readRepeatableScripts();
      await runRepeatableScripts(tx, scripts);
      await runRepeatableScripts(tx, scripts);
    });
    expect(await schemaDefinitions(db)).toEqual(before);
  });

  test("the functions that indexes and generated columns depend on are in sql/ too", async () => {
    const scripts = (await readRepeatableScripts()).map(({ text }) => text).join("\n");
    const functions = Object.keys(await schemaDefinitions(db)).flatMap(
      (name) => /^function (\w+)/.exec(name)?.[1] ?? [],
    );
    expect(functions.filter((name) => !scripts.includes(`create or replace function ${name}(`))).toEqual([]);
  });

  test("the bodies of all SQL functions fit the schema", async () => {
    // scripts run with check_function_bodies off, as one may call functions of a later one
    for (const [name, definition] of Object.entries(await schemaDefinitions(db)))
      if (name.startsWith("function ")) await db.script(definition);
  });

  test("an up-to-date database runs nothing", async () => {
    const before = await db.all(sql`select * from repeatable_script order by name`);
    expect(await run()).toEqual([]);
    expect(await db.all(sql`select * from repeatable_script order by name`)).toEqual(before);
  });

  test("a script runs when it is added, and again when its text changes", async () => {
    await script("twice.sql", twice);
    expect(await run()).toEqual([]);
    expect(await twiceOf(4)).toBe(8);
    await script("twice.sql", thrice);
    await run();
    expect(await twiceOf(4)).toBe(12);
    const recorded = await db.all<{ name: string }>(sql`select name from repeatable_script order by name`);
    expect(recorded.map(({ name }) => name)).toEqual(
      (await readRepeatableScripts(join(folder, "sql"))).map(({ name }) => name),
    );
  });

  test("a failing script rolls back the earlier ones, and runs after it is fixed", async () => {
    await script("twice.sql", twice);
    await run();
    const before = await db.all(sql`select name, checksum from repeatable_script order by name`);
    await script("twice.sql", thrice);
    await script("zz-fails.sql", "select 1 / 0;");
    await expect(run()).rejects.toThrow("Script zz-fails.sql failed");
    expect(await twiceOf(4)).toBe(8);
    expect(await db.all(sql`select name, checksum from repeatable_script order by name`)).toEqual(before);
    await rm(join(folder, "sql", "zz-fails.sql"));
    await run();
    expect(await twiceOf(4)).toBe(12);
  });

  test("a failing script rolls back the pending migrations too", async () => {
    await writeFile(join(migrations(), "9999-more.sql"), "create table more (id integer);");
    await script("zz-fails.sql", "select 1 / 0;");
    await expect(run()).rejects.toThrow("Script zz-fails.sql failed");
    expect(await db.one(sql`select from migration where number = 9999`)).toBeUndefined();
    expect(await db.one(sql`select to_regclass('more') it`)).toEqual({ it: null });
  });

  test("a migration makes the scripts run again, though none has changed", async () => {
    const own = await schemaDefinitions(db);
    await writeFile(join(migrations(), "9999-drops.sql"), "drop trigger stock_changed on stock;");
    expect(await run()).toEqual(["9999-drops.sql"]);
    expect(await schemaDefinitions(db)).toEqual(own);
    await db.script("delete from migration where number = 9999");
  });

  test("refuses a database that is ahead, and a migration that changed after it was applied", async () => {
    await rm(join(migrations(), "0028-standard-names.sql"));
    await expect(run()).rejects.toThrow("does not know: 28");
    await writeFile(join(migrations(), "0028-standard-names.sql"), "select 1;");
    await expect(run()).rejects.toThrow("were changed after they had been applied: 0028-standard-names.sql");
  });

  test("two processes at once apply each migration once", async () => {
    await db.script("drop schema public cascade; create schema public");
    // only one process can open the embedded database
    const starts = engine.name === "PostgreSQL" ? [migrate(db, quiet), migrate(db, quiet)] : [migrate(db, quiet)];
    const names = (await readMigrations()).map(({ name }) => name);
    expect((await Promise.all(starts)).flat()).toEqual(names);
    expect(await db.all(sql`select number from migration`)).toHaveLength(names.length);
  });
});

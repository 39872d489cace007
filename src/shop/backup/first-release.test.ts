import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { currentColumn, currentTable } from "#fixtures/testing/renamed-since.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { schemaDefinitions } from "#fixtures/testing/schema-definitions.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { migrate, readMigrations } from "#shop/kernel/db/migrate.ts";
import { checkBackup, type RestorePlan } from "./check-backup.ts";
import { rebuild } from "./fill-database.ts";
import { readBackup } from "./read-backup.ts";
import { quoted } from "./schema.ts";

const root = join(import.meta.dirname, "../../..");
/** A small shop of the first release, with rows in every table of that version: created by its own `backup`. */
const firstRelease = join(root, "fixtures/old-shops/0012-first-release.backup");
/** API key of a merchant's program in the old shop */
const pair = "ck_ea31da2b2d0423b25b55e1fd1a1d6632f214dcbc:cs_b9034518af98207b6d0490cc092d96ad4f94edee";
/** What a later migration has changed on purpose: the table, or `table.column`. */
const changedSince = new Set<string>(["schedule.job", "payment_event.channel", "payment_event.verdict"]);
/** Rows added by a later migration: 0024's prefix postings, and the job of 0080. */
const isNew = (table: string, line: string): boolean =>
  (table === "search_posting" && /^\["[a-z]+","\*/.test(line)) ||
  (table === "outbox" && line.includes('"derive_first_orders"'));

const quiet = pino({ level: "silent" });

type Rows = Map<string, string[]>;
async function rowsIn(path: string): Promise<Rows> {
  const rows: Rows = new Map();
  await readBackup(path, {
    header: () => {},
    content: (content) => {
      if (content.kind !== "rows") return;
      const lines = (JSON.parse(content.data.toString("utf8")) as unknown[]).map((line) => JSON.stringify(line));
      rows.set(content.table, [...(rows.get(content.table) ?? []), ...lines]);
    },
  });
  return rows;
}

/** The same columns of the same tables with their current rows, by the table's old name. */
async function rowsOf({ db }: TestShop, tables: RestorePlan["header"]["tables"]): Promise<Rows> {
  const rows: Rows = new Map();
  await db.snapshot(async (reader) => {
    await reader.all(sql`select set_config('TimeZone', 'UTC', true)`);
    for (const [table, columns] of Object.entries(tables)) {
      const texts = columns.map((column) => `${quoted(currentColumn(table, column))}::text`).join(", ");
      const found = await reader.all<{ line: unknown[] }>(
        sql([`select json_build_array(${texts}) line from ${quoted(currentTable(table))}`]),
      );
      rows.set(
        table,
        found.map(({ line }) => JSON.stringify(line)),
      );
    }
  });
  return rows;
}

describe.each(engines)("a shop of the first release, on $name", (engine) => {
  let shop: TestShop;
  let plan: RestorePlan;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: httpsEnv });
    plan = await checkBackup(firstRelease, undefined);
    // restored to its own version: only the migrations of that time, and its rows
    await shop.db.transaction((tx) =>
      rebuild(tx, { ...plan, since: [], scripts: [] }, async (take) => {
        await readBackup(firstRelease, {
          header: () => {},
          content: async (content) => {
            if (content.kind === "rows") await take(content);
          },
        });
      }),
    );
  });

  test("is migrated with every row unchanged, and works", async () => {
    const before = await rowsIn(firstRelease);
    expect([...before.keys()].sort(), "rows in every table").toEqual(Object.keys(plan.header.tables).sort());
    expect(await migrate(shop.db, quiet)).toEqual(plan.since.map(({ name }) => name));
    expect(plan.since.length).toBeGreaterThan(0);
    const fresh = await engine.open("empty");
    expect(await schemaDefinitions(shop.db)).toEqual(await schemaDefinitions(fresh));
    await fresh.close();
    const stored = Object.fromEntries(
      Object.entries(plan.header.tables)
        .filter(([table]) => !changedSince.has(table))
        .map(([table, columns]) => [table, columns.filter((column) => !changedSince.has(`${table}.${column}`))]),
    );
    const after = await rowsOf(shop, stored);
    for (const [table, columns] of Object.entries(stored)) {
      const places = (plan.header.tables[table] ?? []).flatMap((column, place) =>
        columns.includes(column) ? [place] : [],
      );
      const was = before.get(table)?.map((line) => {
        const values = JSON.parse(line) as unknown[];
        return JSON.stringify(places.map((place) => values[place]));
      });
      const now = after.get(table)?.filter((line) => !isNew(table, line));
      expect(now?.sort(), table).toEqual(was?.sort());
    }
    // prefix postings, also for the old shop's search
    const firstCharacters = (rows: Sql) =>
      shop.db.all(sql`
      select distinct left(key, 2) lang, '*' || substr(key, 4, 1) letter, substr(key, 3, 1) = 'A' in_name, segment_id, slot::integer
      from (${rows}) every order by 1, 2, 3, 4, 5`);
    expect(
      await firstCharacters(
        sql`select distinct left(key, 4) key, segment_id, slot from product_search, unnest(keys) key`,
      ),
    ).toEqual(
      await firstCharacters(sql`select lang || case when in_name then 'A' else 'B' end || substr(accented, 2) key, segment_id, place slot
        from search_posting, bitmap_slots(doc_bitmap) place where starts_with(word, '*')`),
    );

    const customer = shop.client();
    await customer.login(demoAccount.username, demoAccount.password);
    const last = await shop.db.one<{ id: number }>(sql`select max(id) id from orders`);
    expect((await submit(customer)).body.id).toBe((last?.id ?? 0) + 1);
    const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    const merchant = shop.client({ headers: { authorization, "x-forwarded-proto": "https" } });
    expect((await merchant.put(`/wp-json/wc/v3/orders/${last?.id}`, { status: "completed" })).status).toBe(200);
  });

  test("is unchanged if a migration fails", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lianne-migrations-"));
    try {
      for (const name of await readdir(join(root, "migrations")))
        await cp(join(root, "migrations", name), join(folder, name));
      const failing =
        "alter table product add column half integer; delete from setting; create table half (id integer);";
      await writeFile(join(folder, "9999-fails.sql"), `${failing} select 1 / 0;`);
      const before = await rowHashes(shop);
      await expect(migrate(shop.db, quiet, { migrations: folder })).rejects.toThrow("Migration 9999-fails.sql failed");
      expect(await rowHashes(shop)).toEqual(before);
      const half = await shop.db.one(sql`
        select from pg_class where relname = 'half' union all select from pg_attribute where attname = 'half'`);
      expect(half).toBeUndefined();
      expect(await migrate(shop.db, quiet)).toEqual([]);
      expect(await shop.db.all(sql`select number from migration`)).toHaveLength((await readMigrations()).length);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, inject, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { databaseUrl, onServer } from "#fixtures/testing/templates.ts";
import { wireTo } from "#fixtures/testing/wire.ts";
import { type Db, sql } from "./database.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { openPostgres } from "./postgres.ts";

const cutAll = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

const databaseDownWarning = "database unavailable: serving cached responses unchecked";

const nameOf = async (db: Db): Promise<string> =>
  (await db.one<{ name: string }>(sql`select current_database() name`))?.name ?? "";

for (const engine of bothEngines.filter(({ name }) => name === "PostgreSQL"))
  describe("a database server that terminates its connections", () => {
    test("fails only the running transaction; the shop goes on and reopens exactly one LISTEN connection", async () => {
      const shop = await openShop(engine, { seed: false });
      const working = shop.db.transaction(async (tx) => {
        await tx.one(sql`select 1`);
        await shop.db.all(cutAll);
        // no statement is running when the connection is terminated
        await pause(100);
        return tx.one(sql`select 1`);
      });
      await expect(working).rejects.toThrow();
      const listening = async () =>
        (
          await shop.db.one<{ count: number }>(sql`
            select count(*)::int count from pg_stat_activity where datname = current_database() and application_name = 'lianne listener'`)
        )?.count;
      await expect.poll(listening).toBe(1);
      await pause(1_200);
      expect(await listening()).toBe(1);
      expect((await shop.client().get("/readyz")).status).toBe(200);
    });
  });

for (const engine of bothEngines.filter(({ name }) => name === "PostgreSQL")) {
  test("a hanging database server causes 503 in time, and all works again when another server takes over its address", async () => {
    const own = await engine.open("seeded");
    const wire = await wireTo(databaseUrl(inject("postgres")?.serverUrl ?? "", await nameOf(own)));
    const open = () => openPostgres({ url: wire.url, log: pino({ level: "silent" }), statementTimeoutMs: 1_000 });
    const shop = await openShop({ name: "PostgreSQL", open }, { env: { RATE_LIMITS: "on" } });
    const visitor = shop.client();
    const add = () => visitor.post<Problem>("/wp-json/custom-cart/v1/add", { product_id: 143 });
    const search = () => visitor.get("/wp-json/custom-search/v1/products?keyword=nhan");
    const many = Array(5).fill(200);
    const addMany = async () => (await Promise.all(many.map(add))).map(({ status }) => status);
    expect(await addMany()).toEqual(many);
    expect((await search()).status).toBe(200);
    wire.stall();
    const silent = await add();
    expect([silent.status, silent.body.code, silent.header("retry-after")]).toEqual([503, "database_unavailable", "5"]);
    expect((await visitor.get("/readyz")).status).toBe(503);
    expect((await visitor.get("/healthz")).status).toBe(200);
    // cached responses are served under the last known rate limits, however old those are
    await expect.poll(() => shop.takeLoggedErrors().map(({ msg }) => msg)).toContain(databaseDownWarning);
    shop.clock.advance(60_000);
    expect((await search()).status).toBe(200);
    const { stats } = shop.shop.cache;
    const { miss } = stats;
    const found: number[] = [];
    wire.resume();
    // served from the cache until the LISTEN connection is back, and then over new connections
    const missesGrew = async () => found.push((await search()).status) > 0 && stats.miss > miss;
    await expect.poll(missesGrew).toBe(true);
    expect(new Set(found)).toEqual(new Set([200]));
    expect(await addMany()).toEqual(many);
    shop.takeLoggedErrors();
    await shop.close();
    await own.close();
  });

  test("a read-only database still serves reads, also for customers whose session cannot be touched", async () => {
    const shop = await openShop(engine);
    const customer = shop.client();
    await customer.register();
    const statuses = async () => [
      (await customer.get("/wp-json/custom-favorites/v1/list")).status,
      (await customer.get("/wp-json/custom-cart/v1/view")).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await shop.db.write(sql`update session set last_seen_at = last_seen_at - interval '1 hour'`);
    const name = await nameOf(shop.db);
    await onServer(
      inject("postgres")?.serverUrl ?? "",
      `alter database ${name} set default_transaction_read_only = on;
       select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await expect.poll(statuses).toEqual([200, 200]);
    expect((await customer.post("/wp-json/custom-cart/v1/add", { product_id: 143 })).status).toBe(503);
    shop.takeLoggedErrors();
    await shop.close();
  });

  test("a migration that changes a statement's result type fails no request, on any connection that has prepared it", async () => {
    const shop = await openShop(engine, { seed: false });
    await shop.db.script("create table lamp (id integer); insert into lamp values (1)");
    const all = sql`select * from lamp`;
    const inAll = () => Promise.all(Array.from({ length: 10 }, () => shop.db.transaction((tx) => tx.all(all))));
    for (let time = 0; time < 4; time++) await inAll();
    await shop.db.script("alter table lamp add column lit boolean not null default true");
    expect(await inAll()).toEqual(Array(10).fill([{ id: 1, lit: true }]));
    expect(await shop.db.all(all)).toEqual([{ id: 1, lit: true }]);
  });

  test("the transaction of a process that hung counts as unavailable, and was rolled back", async () => {
    const { db } = await openShop(engine, { seed: false });
    const ended = await db
      .transaction(async (tx) => {
        await tx.script("set local idle_in_transaction_session_timeout = 1");
        // this process is blocked, and the server's last message precedes its next query
        execFileSync("sleep", ["0.1"]);
        await tx.one(sql`select 1`);
      })
      .catch((error: unknown) => error);
    expect(isDatabaseUnavailable(ended)).toBe(true);
    expect(await db.one(sql`select 1 one`)).toEqual({ one: 1 });
  });
}

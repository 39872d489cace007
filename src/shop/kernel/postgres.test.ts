import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, inject, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { databaseUrl } from "#fixtures/testing/templates.ts";
import { wireTo } from "#fixtures/testing/wire.ts";
import { sql } from "./database.ts";
import { openPostgres } from "./postgres.ts";

const cutAll = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

for (const engine of engines.filter(({ name }) => name === "PostgreSQL"))
  describe("a database server that cuts its connections", () => {
    test("fails the transaction at work and nothing else: the shop lives, hears announcements again, and keeps none twice", async () => {
      const shop = await openShop(engine, { seed: false });
      const working = shop.db.transaction(async (tx) => {
        await tx.one(sql`select 1`);
        await shop.db.all(cutAll);
        // no statement is under way when the news comes
        await pause(100);
        return tx.one(sql`select 1`);
      });
      await expect(working).rejects.toThrow();
      const listening = async () =>
        (
          await shop.db.one<{ count: number }>(sql`
            select count(*)::int count from pg_stat_activity where datname = current_database() and application_name = 'lianne listener'`)
        )?.count;
      await expect.poll(listening, { timeout: 5_000 }).toBe(1);
      await pause(1_200);
      expect(await listening()).toBe(1);
      expect((await shop.client().get("/readyz")).status).toBe(200);
    });
  });

for (const engine of engines.filter(({ name }) => name === "PostgreSQL"))
  test("a database server that says nothing hangs no request: 503 within its time, and all is well when it speaks again", async () => {
    const own = await engine.open("seeded");
    const name = (await own.one<{ name: string }>(sql`select current_database() name`))?.name ?? "";
    const wire = await wireTo(databaseUrl(inject("postgres")?.serverUrl ?? "", name));
    const open = () => openPostgres({ url: wire.url, log: pino({ level: "silent" }), statementWithinMs: 250 });
    const shop = await openShop({ name: "PostgreSQL", open });
    const visitor = shop.client();
    const add = () => visitor.post<Problem>("/wp-json/custom-cart/v1/add", { product_id: 143 });
    expect((await add()).status).toBe(200);
    wire.silence();
    const silent = await add();
    expect([silent.status, silent.body.code, silent.header("retry-after")]).toEqual([503, "database_away", "5"]);
    expect((await visitor.get("/readyz")).status).toBe(503);
    expect((await visitor.get("/healthz")).status).toBe(200);
    wire.speak();
    await expect.poll(async () => (await visitor.get("/readyz")).status, { timeout: 10_000 }).toBe(200);
    expect((await add()).status).toBe(200);
    expect(shop.takeTroubles().map(({ msg }) => msg)).toContain("the database could not be asked");
    await shop.close();
    await own.close();
  });

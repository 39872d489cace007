import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "./database.ts";

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

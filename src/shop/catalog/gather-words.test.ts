import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/database.ts";
import { gatherWords } from "./gather-words.ts";

for (const engine of engines)
  describe(`what words find, gathered on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const outOfOrder = async () =>
      (
        await shop.db.one<{ rows: number }>(sql`
          select count(*)::integer as "rows" from (
            select ctid < lag(ctid) over (order by lang, word, marked, in_name, segment_id) earlier from search_posting) its
          where earlier`)
      )?.rows ?? 0;
    const found = async () =>
      (await shop.client().get("/wp-json/custom-search/v1/products?keyword=nh%E1%BA%ABn%20b%E1%BA%A1c")).body;

    test("lies in the order of its index, and finds the same", async () => {
      const before = await found();
      await shop.db.write(sql`update search_posting set places = places where word like 'n%'`);
      expect(await outOfOrder()).toBeGreaterThan(0);
      await gatherWords(shop.db);
      expect(await outOfOrder()).toBe(0);
      shop.shop.cache.clear();
      expect(await found()).toEqual(before);
    });

    // PGlite has one connection: nobody else reads
    if (engine.name === "PostgreSQL")
      test("is left where somebody reads it for long", async () => {
        await shop.db.write(sql`update search_posting set places = places where word like 'n%'`);
        await shop.db.transaction(async (tx) => {
          await tx.run(sql`lock table search_posting in access share mode`);
          await gatherWords(shop.db);
        });
        expect(await outOfOrder()).toBeGreaterThan(0);
        await gatherWords(shop.db);
        expect(await outOfOrder()).toBe(0);
      });
  });

import { beforeAll, describe, expect, test } from "vitest";
import { ProductList } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { clusterSearchIndex } from "./cluster-search-index.ts";

for (const engine of engines)
  describe(`clustering of the search index on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const rows = sql`
      select (ctid::text::point)[0] page, lag((ctid::text::point)[0]) over (order by lang, word, accented, in_name, segment_id) before
      from search_posting`;
    const isScattered = async () =>
      (
        await shop.db.one<{ scattered: boolean }>(sql`
          select count(*) filter (where page <> before) > count(*) / 4 scattered from (${rows}) its`)
      )?.scattered;
    /** written as many changes leave it: segment by segment, while the index is ordered by word */
    const scatter = async () => {
      for (const { id } of await shop.db.all<{ id: number }>(
        sql`select distinct segment_id id from search_posting order by 1`,
      ))
        await shop.db.write(sql`update search_posting set doc_bitmap = doc_bitmap where segment_id = ${id}`);
      expect(await isScattered()).toBe(true);
    };
    const found = async () => {
      const { body } = await shop.client().get("/wp-json/custom-search/v1/products?keyword=nh%E1%BA%ABn%20b%E1%BA%A1c");
      return ProductList.parse(body);
    };

    // PGlite would block all requests in that time
    if (engine.name === "PGlite")
      test("is left to an upgrade", async () => {
        await scatter();
        await clusterSearchIndex(shop.db);
        expect(await isScattered()).toBe(true);
        await shop.db.script("select cluster_postings()");
        expect(await isScattered()).toBe(false);
      });
    else {
      test("orders the table by its index, with the same search results", async () => {
        const before = await found();
        expect(before.products).not.toEqual([]);
        await scatter();
        await clusterSearchIndex(shop.db);
        expect(await isScattered()).toBe(false);
        shop.shop.cache.clear();
        expect(await found()).toEqual(before);
      });

      test("is skipped if the table is clustered already", async () => {
        const file = async () => await shop.db.one(sql`select pg_relation_filenode('search_posting') node`);
        const before = await file();
        await clusterSearchIndex(shop.db);
        expect(await file()).toEqual(before);
      });

      test("is skipped while a long read runs", async () => {
        await scatter();
        await shop.db.transaction(async (tx) => {
          await tx.run(sql`lock table search_posting in access share mode`);
          await clusterSearchIndex(shop.db);
        });
        expect(await isScattered()).toBe(true);
        await clusterSearchIndex(shop.db);
        expect(await isScattered()).toBe(false);
      });
    }
  });

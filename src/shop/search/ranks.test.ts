import { beforeAll, describe, expect, test } from "vitest";
import type { ProductList } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus } from "#fixtures/testing/set-stock.ts";
import { aggregateSales, recordSales } from "#shop/catalog/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { reindexPending } from "./index.ts";

for (const engine of engines)
  describe(`search ranking and index consistency on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const found = async (keyword: string): Promise<number[]> => {
      const query = new URLSearchParams({ keyword, limit: "100" });
      const { body } = await shop.client().get<ProductList>(`/wp-json/custom-search/v1/products?${query}`);
      return body.products.map(({ id }) => id);
    };
    const sell = (productId: number, quantity: number) =>
      shop.db.transaction(async (tx) => {
        await recordSales(tx, [{ productId, quantity }]);
        await aggregateSales(tx);
      });
    const write = (statement: Sql) => shop.db.write(statement);
    const reindex = () => shop.db.transaction(reindexPending);

    /** Differences between the postings and those computed from the products' own keys. */
    const wrongPlaces = () =>
      shop.db.all(sql`
        with expected as (
          select left(key, 2) lang, substr(key, 4) accented, substr(key, 3, 1) = 'A' in_name, segment_id, slot
          from product_search, unnest(keys) key where fold_word(substr(key, 4)) <> ''
          union select left(key, 2), '*' || substr(key, 4, 1), substr(key, 3, 1) = 'A', segment_id, slot
          from product_search, unnest(keys) key)
        (select lang, accented, in_name, segment_id, place slot from search_posting, bitmap_slots(doc_bitmap) place
         except select * from expected)
        union all
        (select * from expected
         except select lang, accented, in_name, segment_id, place from search_posting, bitmap_slots(doc_bitmap) place)`);
    /** Products whose keys are not those that their names, terms and categories give now. */
    const wrongKeys = () =>
      shop.db.all(sql`
        select id from product_search_keys(array(select id from product where status <> 'trash')) fresh
          full join product_search s on s.product_id = id
        where coalesce(fresh.keys, '{}') is distinct from s.keys`);
    const wrongSegments = () =>
      shop.db.all(sql`
        select id from search_segment g where free_slots <> 4096 - bit_count(used_slots)
          or array(select bitmap_slots(used_slots) order by 1)
            <> array(select slot::integer from product_search where segment_id = g.id order by 1)
        union all select segment_id from search_posting where doc_bitmap = 0::bit(4096)
        union all select p.id from product p left join product_search s on s.product_id = p.id
          left join search_segment g on g.id = s.segment_id
        where (s.product_id is null) <> (p.status = 'trash') or g.published <> (p.status = 'publish')`);

    test("ranks the best seller first among equal matches, once reindexed", async () => {
      const [first, second] = await found("nhẫn bạc");
      expect(first).toBe(101);
      await sell(second ?? 0, 5000);
      await reindex();
      await expect.poll(async () => (await found("nhẫn bạc"))[0]).toBe(second);
      await sell(second ?? 0, -5000);
      await reindex();
      await expect.poll(async () => (await found("nhẫn bạc"))[0]).toBe(first);
      expect(await reindex()).toBe(0);
    });

    test("invalidates a search that was cached between the sale and the reindexing", async () => {
      await write(
        sql`update product set name = '{"vi": "Phượng hoàng", "en": "Phoenix"}', total_sales = id - 147 where id in (148, 160)`,
      );
      await reindex();
      await sell(148, 5000);
      await shop.shop.cache.waitForInvalidations(shop.db);
      expect(await found("phượng hoàng")).toEqual([160, 148]);
      await reindex();
      await shop.shop.cache.waitForInvalidations(shop.db);
      expect(await found("phượng hoàng")).toEqual([148, 160]);
    });

    test.each([
      ["ma", [152, 153, 154]],
      ["mã", [153, 152]],
    ])("ranks the whole word before longer ones for %s", async (keyword, expected) => {
      const name = (id: number, vi: string) =>
        write(sql`update product set name = jsonb_build_object('vi', ${vi}::text, 'en', 'x') where id = ${id}`);
      await name(152, "Dây ma");
      await name(153, "Đá mã não");
      await name(154, "Nhẫn mai vàng");
      await reindex();
      await shop.shop.cache.waitForInvalidations(shop.db);
      expect((await found(keyword)).filter((id) => [152, 153, 154].includes(id))).toEqual(expected);
    });

    test("ranks words of the name before those of terms and categories", async () => {
      const text = (words: string) => sql`jsonb_build_object('vi', ${words}::text, 'en', ${words}::text)`;
      await write(sql`update product set name = ${text("Vòng solitaire")} where id = 149`);
      expect((await found("solitaire")).slice(0, 3)).toContain(149);
      expect((await found("solitaire")).indexOf(149)).toBeLessThan((await found("solitaire")).indexOf(107));
    });

    test("postings and segments stay consistent through every kind of change", async () => {
      await setStatus(shop, 110, "draft");
      await setStatus(shop, 111, "trash");
      await write(sql`delete from product where id = 112`);
      await write(sql`update product set name = '{"vi": "!!!", "en": "💍"}' where id = 113`);
      await write(sql`update term set name = '{"vi": "Vàng trắng", "en": "White gold"}' where slug = 'silver'`);
      await write(sql`delete from product_category where product_id = 114`);
      await write(sql`update product set catalog_visibility = 'catalog' where id = 115`);
      await write(sql`update product set catalog_visibility = 'visible' where id = 115`);
      await write(sql`update product set total_sales = total_sales + id * 7 where id > 120`);
      await write(sql`update product_category set category_id = 13 where product_id = 116 and category_id < 13`);
      await write(sql`update category set name = '{"vi": "Vòng chân", "en": "Anklets"}' where id = 12`);
      await reindex();
      expect(await wrongKeys()).toEqual([]);
      expect(await wrongPlaces()).toEqual([]);
      expect(await wrongSegments()).toEqual([]);
      await setStatus(shop, 111, "publish");
      expect(await wrongKeys()).toEqual([]);
      expect(await wrongPlaces()).toEqual([]);
      expect(await wrongSegments()).toEqual([]);
      expect(await found("vàng trắng")).not.toEqual([]);
    });

    test("category filters list the right products, with the right counts", async () => {
      await write(sql`insert into product_term (product_id, term_id, position)
        select 117, id, 9 from term where slug in ('halo', 'ruby', 'opal')`);
      await write(
        sql`delete from product_term where product_id = 118 and term_id in (select id from term where slug = 'ruby')`,
      );
      await write(sql`delete from term where slug = 'citrine'`);
      await write(sql`update product_term set term_id = (select id from term where slug = 'opal')
        where term_id = (select id from term where slug = 'pearl') and product_id > 120`);
      await write(sql`insert into product_category (product_id, category_id, position) values (119, 12, 9)`);
      const wanted = sql`
        select l.category_id, kind.id type_id, stone.id gemstone_id, l.product_id, l.total_sales, l.price, l.created_at
        from listing l, lateral (select null::integer id union all select t.id from product_term m join term t on t.id = m.term_id
            join attribute a on a.id = t.attribute_id where m.product_id = l.product_id and a.slug = 'pa_type') kind,
          lateral (select null::integer id union all select t.id from product_term m join term t on t.id = m.term_id
            join attribute a on a.id = t.attribute_id where m.product_id = l.product_id and a.slug = 'pa_gemstone') stone
        where num_nonnulls(kind.id, stone.id) > 0`;
      const cached = sql`
        select f.category_id, f.type_id, f.gemstone_id, l.product_id, l.total_sales, l.price, l.created_at
        from category_filter_product l join category_filter f on f.id = l.filter_id`;
      expect(await shop.db.all(sql`(${wanted} except ${cached}) union all (${cached} except ${wanted})`)).toEqual([]);
      const lengths = sql`select id from category_filter f
        where product_count <> (select count(*) from category_filter_product where filter_id = f.id)`;
      expect(await shop.db.all(lengths)).toEqual([]);
      const counts = sql`select id from term t where product_count <> (
        select count(*) from product_any_term m join product p on p.id = m.product_id
        where m.term_id = t.id and p.status = 'publish')`;
      expect(await shop.db.all(counts)).toEqual([]);
      expect(await wrongKeys()).toEqual([]);
    });
  });

import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

const wc = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`derived product data stays correct under concurrent writers, on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const write = (statement: Sql) => shop.db.write(statement);
    /**
     * Runs each statement in its own transaction, which commits after the others have run or are waiting for a lock.
     */
    const atOnce = (...statements: Sql[]) =>
      Promise.all(
        statements.map((statement) =>
          shop.db.transaction(async (tx) => {
            await tx.run(statement);
            await pause(100);
          }),
        ),
      );
    const product = (id: number) =>
      shop.db.one<{ inStock: boolean; low: number; price: number | null }>(
        sql`select in_stock "inStock", min_price low, price from product where id = ${id}`,
      );

    test("two stocks emptied concurrently leave the product out of stock", async () => {
      const [own] = await shop.db.all<{ id: number }>(sql`insert into stock (quantity) values (1) returning id`);
      await write(sql`update variation set stock_id = ${own?.id} where id = 10101`);
      await atOnce(
        sql`update stock set quantity = 0 where id = 101`,
        sql`update stock set quantity = 0 where id = ${own?.id}`,
      );
      expect(await product(101)).toMatchObject({ inStock: false });
      await atOnce(
        sql`update stock set quantity = 5 where id = 101`,
        sql`update stock set quantity = 0 where id = ${own?.id}`,
      );
      expect(await product(101)).toMatchObject({ inStock: true });
    });

    test("two variations withdrawn concurrently are both gone from price and stock", async () => {
      await write(sql`update variation set status = 'draft' where product_id = 102`);
      await write(sql`update variation set status = 'publish', regular_price = 1000, scheduled_sale_price = null
        where id in (10201, 10202)`);
      await atOnce(
        sql`update variation set status = 'private' where id = 10201`,
        sql`update variation set status = 'private' where id = 10202`,
      );
      expect(await product(102)).toEqual({ inStock: false, low: 0, price: null });
      await atOnce(
        sql`update variation set status = 'publish', regular_price = 2000 where id = 10201`,
        sql`update variation set status = 'publish', regular_price = 3000 where id = 10202`,
      );
      expect(await product(102)).toEqual({ inStock: true, low: 2000, price: 2000 });
    });

    test("a product withdrawn while it is added to a category is not in its list", async () => {
      await atOnce(
        sql`insert into product_category (product_id, category_id, position) values (131, 11, 9)`,
        sql`update product set status = 'draft' where id = 131`,
      );
      expect(await shop.db.all(sql`select from listing where product_id = 131`)).toEqual([]);
      const counts = await shop.db.all(sql`
        select c.id from category c where product_count <> (select count(*) from listing where category_id = c.id)`);
      expect(counts).toEqual([]);
      await write(sql`update product set status = 'publish' where id = 131`);
    });

    test("a product's price is that of the first term of each option", async () => {
      await write(sql`update variation set regular_price = 777000, scheduled_sale_price = null where id = 10301`);
      expect(await product(103)).toMatchObject({ price: 777_000 });
      await write(sql`update product set regular_price = 1, sale_price = null where id = 103`);
      expect(await product(103)).toMatchObject({ price: 777_000 });
      const [last] = await shop.db.all<{ attribute: number; term: number }>(sql`
        select attribute_id attribute, term_id term from product_option_term where product_id = 103
          and attribute_id = (select attribute_id from product_option where product_id = 103 order by position limit 1)
        order by position desc limit 1`);
      await write(sql`update product_option_term set position = -1 where product_id = 103 and term_id = ${last?.term}`);
      const [first] = await shop.db.all<{ price: number }>(sql`
        select price from variation where product_id = 103 and id in
          (select variation_id from variation_option where term_id = ${last?.term}) order by menu_order limit 1`);
      expect((await product(103))?.price).toBe(first?.price);
      await write(sql`update variation set regular_price = null where product_id = 103`);
      expect(await product(103)).toMatchObject({ price: null, low: 0 });
    });

    // the cached entry is invalidated a moment after the commit
    const changes = async (path: string, statement: Sql, shows: string) => {
      const read = async () => (await shop.client().get(path)).text;
      expect(await read()).not.toContain(shows);
      await write(statement);
      await expect.poll(read, { message: path }).toContain(shows);
    };
    const text = (words: string) => sql`jsonb_build_object('vi', ${words}::text, 'en', ${words}::text)`;

    test("cached responses are invalidated by every table that they are rendered from", async () => {
      const one = `${wc}/105`;
      const category = "/wp-json/product-category/v1/list?slug=rings&per_page=100";
      await changes(one, sql`update product set description = ${text("Mô tả mới")} where id = 105`, "Mô tả mới");
      await changes(category, sql`update product set short_description = ${text("Tóm tắt")} where id = 105`, "Tóm tắt");
      await changes(one, sql`update product_picture set alt = ${text("Ảnh khác")} where product_id = 105`, "Ảnh khác");
      await changes(category, sql`update category set name = ${text("Nhẫn đôi")} where id = 11`, "Nhẫn đôi");
      await changes(
        `${wc}/categories`,
        sql`update category set description = ${text("Kệ này")} where id = 11`,
        "Kệ này",
      );
      await changes(one, sql`update attribute set name = ${text("Chất đá")} where id = 1`, "Chất đá");
      await changes(
        one,
        sql`update term set name = ${text("Bạc ta")} where attribute_id =
        (select id from attribute where slug = 'pa_metal')`,
        "Bạc ta",
      );
      await changes(
        `${wc}/101/variations?per_page=100`,
        sql`update variation set sku = 'MA-MOI' where id = 10102`,
        "MA-MOI",
      );
      await write(sql`insert into tag (id, slug, name) values (1, 'qua', ${text("Quà cưới")})`);
      await changes(one, sql`insert into product_tag (product_id, tag_id) values (105, 1)`, "Quà cưới");
      await changes(one, sql`update tag set slug = 'qua-cuoi' where id = 1`, "qua-cuoi");
      await changes(
        category,
        sql`insert into product_category (product_id, category_id, position)
          select 132, 11, 9 where not exists (select from product_category where (product_id, category_id) = (132, 11))`,
        '"id":132',
      );
      const read = async () => (await shop.client().get(category)).text;
      await write(sql`delete from product_category where (product_id, category_id) = (132, 11)`);
      await expect.poll(read).not.toContain('"id":132');
      await write(sql`delete from product where id = 105`);
      await expect.poll(read).not.toContain('"id":105');
      expect((await shop.client().get(one)).status).toBe(404);
    });
  });

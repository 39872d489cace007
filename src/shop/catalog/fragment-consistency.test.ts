import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

const text = (vi: string) => sql`${JSON.stringify({ vi, en: `${vi} en` })}::jsonb`;

/** Data that cached fragments are rendered from, changed by all kinds of writers. */
const writes: Record<string, Sql> = {
  "a product's name": sql`update product set name = ${text("Nhẫn khác")} where id = 101`,
  "its line of text": sql`update product set short_description = ${text("khác")} where id = 101`,
  "its price": sql`update product set regular_price = 123000 where id = 131`,
  "a variation's price": sql`update variation set regular_price = 987000 where product_id = 101`,
  "a variation that is withdrawn": sql`update variation set status = 'private' where id = 10101`,
  "pieces left": sql`update stock set quantity = quantity + 3 where id = (select stock_id from product where id = 131)`,
  "the last piece": sql`update stock set quantity = 0 where id = (select stock_id from product where id = 131)`,
  "words of a picture": sql`update product_picture set alt = ${text("ảnh khác")} where product_id = 101`,
  "a picture fewer": sql`delete from product_picture where product_id = 101 and position > 0`,
  "a category's name": sql`update category set name = ${text("Loại khác")} where id = 11`,
  "another category": sql`insert into product_category (product_id, category_id, position) values (101, 13, -1)`,
  "a term's name": sql`update term set name = ${text("khác")}`,
  "an attribute's name": sql`update attribute set name = ${text("Chất khác")}`,
  "a gift's name": sql`update gift set name = ${text("Quà khác")}`,
  "a category without its gift": sql`delete from gift_category where category_id = 11`,
  "a category's gift": sql`insert into gift_category (category_id, gift_slug) select 11, min(slug) from gift`,
};

const paths = ["vi", "en"].flatMap((lang) =>
  [
    "product-category/v1/list?slug=rings",
    "custom/v1/products?category_slug=rings&orderby=price&per_page=100",
    "custom-search/v1/products?keyword=silver&limit=12",
    "wc/v3/products/101",
    "wc/v3/products/131",
    "wc/v3/products?per_page=100",
    "wc/v3/products/categories",
  ].map((path) => `/wp-json/${path}${path.includes("?") ? "&" : "?"}lang=${lang}`),
);

for (const engine of engines)
  describe(`responses assembled from cached fragments, on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const read = async (): Promise<string[]> => {
      const responses = [];
      for (const path of paths) responses.push((await shop.client().get(path)).text);
      return responses;
    };

    test("equal uncached ones after any write", async () => {
      const { cache } = shop.shop;
      for (const [what, statement] of Object.entries(writes)) {
        const before = await read();
        await shop.db.write(statement);
        await cache.waitForInvalidations(shop.db);
        const after = await read();
        cache.clear();
        const reloaded = await read();
        expect(after, what).toEqual(reloaded);
        expect(after, what).not.toEqual(before);
      }
    });

    test("show a changed row at once, before it is invalidated", async () => {
      await read();
      shop.shop.cache.invalidate(["category:rings", "products", "product:0"]);
      const list = paths[1] ?? "";
      await shop.db.transaction(async (tx) => {
        await tx.script("set local session_replication_role = replica");
        await tx.run(sql`update product set slug = 'unannounced' where id = 101`);
      });
      expect((await shop.client().get(list)).text).toContain('"slug":"unannounced"');
    });
  });

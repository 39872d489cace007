import { beforeAll, describe, expect, test } from "vitest";
import { Product, ProductList, Variation } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { findPurchasables, releaseStock, resolveVariation, reserveStock } from "./index.ts";

const wc = "/wp-json/wc/v3/products";
const text = (words: string) => sql`jsonb_build_object('vi', ${words}::text, 'en', ${words}::text)`;

for (const engine of engines)
  describe(`kinds of products that merchants create, on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop, "read");
    });
    const read = async (path: string, reader: Visitor = shop.client()) =>
      (await reader.get<Record<string, unknown>>(path)).body;
    const ids = async (query: string, reader: Visitor = shop.client()) =>
      (await reader.get<{ id: number }[]>(`${wc}?${query}`)).body.map(({ id }) => id);

    test("unmanaged stock is sold without limit, or not at all", async () => {
      await shop.db.write(sql`update stock set managed = false, quantity = 1 where id = 131`);
      const take = () =>
        shop.db.transaction((tx) => reserveStock(tx, [{ stockId: 131, quantity: 500 }], { reason: "sold" }));
      expect([await take(), await take()]).toEqual([{ ok: true }, { ok: true }]);
      await shop.db.transaction((tx) => releaseStock(tx, [{ stockId: 131, quantity: 500 }], { reason: "sold" }));
      expect(await read(`${wc}/131`)).toMatchObject({
        manage_stock: false,
        stock_quantity: null,
        stock_status: "instock",
        purchasable: true,
      });
      const add = () => shop.client().post("/wp-json/custom-cart/v1/add", { product_id: 131, quantity: 999 });
      expect((await add()).status).toBe(200);
      await shop.db.write(sql`update stock set quantity = 0 where id = 131`);
      expect(await take()).toEqual({ ok: false, short: [{ stockId: 131, available: 0 }] });
      expect((await add()).body).toMatchObject({ code: "woocommerce_rest_cart_out_of_stock" });
      await expect.poll(() => read(`${wc}/131`)).toMatchObject({ stock_status: "outofstock", stock_quantity: null });
      await expect(shop.db.write(sql`update stock set quantity = 2 where id = 131`)).rejects.toThrow();
      await shop.db.write(sql`update stock set managed = true, quantity = 7 where id = 131`);
      await expect.poll(() => read(`${wc}/131`)).toMatchObject({ manage_stock: true, stock_quantity: 7 });
    });

    test("a product without a price is shown, never as free, and not sold", async () => {
      await shop.db.write(sql`update product set regular_price = null, scheduled_sale_price = null where id = 135`);
      await shop.db.write(sql`update variation set regular_price = null, scheduled_sale_price = null where id = 10102`);
      const bare = Product.parse(await read(`${wc}/135`));
      expect(bare).toMatchObject({ price: "", regular_price: "", purchasable: false, price_html: "" });
      expect(bare.display_price).toEqual({ price: null, regular_price: null, sale_price: null });
      const [category] = bare.categories;
      const list = ProductList.parse(
        await read(`/wp-json/product-category/v1/list?slug=${category?.slug}&per_page=100`),
      );
      expect(list.products.find(({ id }) => id === 135)).toMatchObject({ price: null, regular_price: null });
      const units = await findPurchasables(shop.db, [
        { productId: 135, variationId: null },
        { productId: 101, variationId: 10_102 },
      ]);
      expect(units.map((unit) => unit?.purchasable)).toEqual([false, false]);
      const variations = (reader?: Visitor) => ids101(`${wc}/101/variations?per_page=100`, reader);
      const ids101 = async (path: string, reader: Visitor = shop.client()) =>
        (await reader.get<Variation[]>(path)).body.map(({ id }) => id);
      expect(await variations()).not.toContain(10_102);
      expect(await variations(merchant)).toContain(10_102);
      expect(await read(`${wc}/101/variations/10102`, merchant)).toMatchObject({ price: "", purchasable: false });
    });

    test("lists and search respect the catalogue visibility; the URL always works", async () => {
      const found = async (visibility: string) => {
        await shop.db.write(sql`update product set catalog_visibility = ${visibility} where id = 109`);
        const listed = async () =>
          ProductList.parse(await read("/wp-json/product-category/v1/list?slug=rings&per_page=100")).products;
        const searched = async () =>
          ProductList.parse(await read("/wp-json/custom-search/v1/products?keyword=nhan&limit=100")).products;
        const has = (all: { id: number }[]) => all.some(({ id }) => id === 109);
        expect((await shop.client().get(`${wc}/109`)).status).toBe(200);
        expect(await ids("include=109")).toEqual([109]);
        expect(await ids("category=11&per_page=100", merchant)).toContain(109);
        return async () => [has(await listed()), has(await searched()), (await ids("per_page=100")).includes(109)];
      };
      await expect.poll(await found("hidden")).toEqual([false, false, false]);
      await expect.poll(await found("catalog")).toEqual([true, false, true]);
      await expect.poll(await found("search")).toEqual([false, true, false]);
      const total = async () => Number((await shop.client().get(`${wc}?per_page=1`)).header("x-wp-total"));
      const all = await total();
      await expect.poll(await found("visible")).toEqual([true, true, true]);
      await expect.poll(total).toBe(all + 1);
    });

    test("a product's own attribute has the id 0, and is selected by its name without prefix", async () => {
      await shop.db.transaction(async (tx) => {
        await tx.run(
          sql`insert into attribute (id, slug, name, product_id) values (900, 'khac-ten', ${text("Khắc tên")}, 101)`,
        );
        await tx.run(
          sql`insert into term (id, attribute_id, slug, value, name) values (901, 900, 'co', 'Có', ${text("Có")})`,
        );
        await tx.run(sql`insert into product_option (product_id, attribute_id, position) values (101, 900, 5)`);
        await tx.run(
          sql`insert into product_option_term (product_id, attribute_id, term_id, position) values (101, 900, 901, 0)`,
        );
        await tx.run(
          sql`insert into product_attribute (product_id, attribute_id, position, visible) values (101, 900, 0, false)`,
        );
        await tx.run(sql`insert into variation_option (variation_id, attribute_id, term_id) values (10101, 900, 901)`);
      });
      const attributesOf101 = async () => Product.parse(await read(`${wc}/101`)).attributes;
      // as soon as the cache has been invalidated
      await expect
        .poll(async () => (await attributesOf101())[0])
        .toEqual({
          id: 0,
          name: "Khắc tên",
          slug: "khac-ten",
          position: 0,
          visible: false,
          variation: true,
          options: ["Có"],
        });
      expect((await attributesOf101()).slice(1).every(({ id, visible }) => id > 0 && visible)).toBe(true);
      for (const slug of ["khac-ten", "attribute_khac-ten"]) {
        expect(await resolveVariation(shop.db, 101, { [slug]: "Có" })).toBe(10_101);
      }
      const variation = Variation.parse(await read(`${wc}/101/variations/10101`));
      expect(variation.attributes).toContainEqual({
        id: 0,
        name: "Khắc tên",
        slug: "khac-ten",
        option: "Có",
        value: "Có",
      });
      const shared = (await shop.client().get<{ id: number }[]>(`${wc}/attributes`)).body;
      expect(shared.some(({ id }) => id === 900)).toBe(false);
      for (const path of ["900", "900/terms"]) {
        expect((await shop.client().get(`${wc}/attributes/${path}`)).status).toBe(404);
      }
    });

    test("tags are shown and filter; meta data and notes are for merchants only", async () => {
      await shop.db.write(sql`insert into tag (id, slug, name) values (7, 'cuoi', ${text("Cưới")})`);
      await shop.db.write(sql`insert into product_tag (product_id, tag_id) values (106, 7)`);
      await shop.db.write(sql`update product set meta_data = '[{"id": 1, "key": "cost", "value": "1"}]',
        extra = '{"low_stock_amount": 2, "upsell_ids": [101], "sold_individually": true}' where id = 106`);
      expect(await ids("tag=7")).toEqual([106]);
      expect(await ids("tag=8")).toEqual([]);
      expect(await read(`${wc}/106`, merchant)).toMatchObject({
        tags: [{ id: 7, name: "Cưới", slug: "cuoi" }],
        meta_data: [{ id: 1, key: "cost", value: "1" }],
        low_stock_amount: 2,
        upsell_ids: [101],
        sold_individually: true,
      });
      expect(await read(`${wc}/106`)).toMatchObject({ meta_data: [], low_stock_amount: null, upsell_ids: [] });
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { ringVariations as path, ring, type VariationResponse as Stock, sized } from "#fixtures/testing/ring-sizes.ts";
import { setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`stock of variations on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await setStock(shop, ring, 9);
    });
    let size = 100;
    const make = async (own: object): Promise<Stock> => {
      const { status, body, text } = await merchant.post<Stock>(path, sized(`${++size} mm`, own));
      if (status !== 201) throw new Error(text);
      return body;
    };
    const update = (id: number, body: object) => merchant.put<Stock>(`${path}/${id}`, body);
    const stocks = async () => (await shop.db.one<{ n: number }>(sql`select count(*)::integer n from stock`))?.n ?? 0;
    const countRing = (managed: boolean) =>
      shop.db.transaction((tx) =>
        tx.run(sql`update stock set managed = ${managed}, quantity = ${managed ? 9 : 1}
                   where id = (select stock_id from product where id = ${ring})`),
      );
    const buyable = async (id: number, quantity: number) =>
      (await shop.client().post("/wp-json/custom-cart/v1/add", { product_id: ring, variation_id: id, quantity }))
        .status;

    test("is the product's unless specified", async () => {
      const before = await stocks();
      const made = await make({ stock_quantity: 3 });
      expect(made).toMatchObject({ manage_stock: "parent", stock_quantity: 9, stock_status: "instock" });
      expect(await stocks()).toBe(before);
      const false_ = (await update(made.id, { manage_stock: false, stock_status: "outofstock" })).body;
      expect(false_).toMatchObject({ manage_stock: "parent", stock_quantity: 9, stock_status: "instock" });
      expect((await update(made.id, { manage_stock: "parent" })).body.manage_stock).toBe("parent");
    });

    test("of their own is managed, added to, and removed again", async () => {
      const made = await make({ manage_stock: true, stock_quantity: 2 });
      expect(made).toMatchObject({ manage_stock: true, stock_quantity: 2, stock_status: "instock" });
      expect([await buyable(made.id, 2), await buyable(made.id, 3)]).toEqual([200, 400]);
      expect((await update(made.id, { inventory_delta: 3 })).body.stock_quantity).toBe(5);
      expect((await update(made.id, { inventory_delta: -6 })).body.code).toBe("rest_invalid_param");
      expect((await update(made.id, { stock_quantity: -1 })).body.code).toBe("rest_invalid_param");
      expect((await update(made.id, { regular_price: "1" })).body.stock_quantity).toBe(5);
      expect((await update(made.id, { stock_quantity: 0, stock_status: "instock" })).body.stock_status).toBe(
        "outofstock",
      );
      expect(await buyable(made.id, 1)).toBe(400);
      const before = await stocks();
      expect((await update(made.id, { manage_stock: "parent" })).body).toMatchObject({
        manage_stock: "parent",
        stock_quantity: 9,
      });
      expect(await stocks()).toBe(before - 1);
      expect((await update(made.id, { manage_stock: true })).body).toMatchObject({
        manage_stock: true,
        stock_quantity: 0,
      });
      await merchant.delete(`${path}/${made.id}?force=true`);
      expect(await stocks()).toBe(before - 1);
    });

    test("is in or out of stock if the product's is unmanaged", async () => {
      await countRing(false);
      const made = await make({ stock_status: "outofstock" });
      expect(made).toMatchObject({ manage_stock: false, stock_quantity: null, stock_status: "outofstock" });
      expect(await buyable(made.id, 1)).toBe(400);
      expect((await update(made.id, { menu_order: 2 })).body.stock_status).toBe("outofstock");
      expect((await update(made.id, { stock_status: "instock" })).body).toMatchObject({
        manage_stock: false,
        stock_quantity: null,
        stock_status: "instock",
      });
      expect(await buyable(made.id, 5)).toBe(200);
      expect((await update(made.id, { stock_status: "onbackorder" })).body.code).toBe("rest_invalid_param");
      await countRing(true);
    });

    test("determines the product's stock status", async () => {
      const own = (
        await shop.db.all<{ id: number }>(sql`
        select product_id id from variation v join product p on p.id = v.product_id where v.stock_id <> p.stock_id
          and p.id <> ${ring} limit 1`)
      )[0]?.id;
      const all = await variationsOf(shop, own ?? 0);
      const update_ = all.map(({ id }) => ({ id, manage_stock: true, stock_quantity: 0 }));
      await merchant.post(`${products}/${own}/variations/batch`, { update: update_ });
      const status = async () =>
        (await shop.client().get<{ stock_status: string }>(`${products}/${own}`)).body.stock_status;
      await expect.poll(status).toBe("outofstock");
      await merchant.put(`${products}/${own}/variations/${all[0]?.id}`, { stock_quantity: 1 });
      await expect.poll(status).toBe("instock");
    });
  });

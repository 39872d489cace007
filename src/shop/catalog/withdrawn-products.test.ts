import { beforeAll, describe, expect, test } from "vitest";
import type { Product } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const products = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`withdrawn products on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });

    test("PR16: products of the category of a withdrawn product are listed, and nothing of the product itself", async () => {
      const category = (await merchant.post<{ id: number }>(`${products}/categories`, { name: "Ghim cài" })).body.id;
      const create = async (name: string, own: object = {}) =>
        (
          await merchant.post<Product>(products, {
            ...{ name, regular_price: "100000", categories: [{ id: category }], ...own },
          })
        ).body.id;
      const gone = await create("Ghim cũ");
      const other = await create("Ghim mới");
      await create("Ghim nháp", { status: "draft" });
      await create("Nhẫn khác", { categories: [] });
      await merchant.put(`${products}/${gone}`, { status: "draft" });
      const shopper = shop.client();
      expect((await shopper.get(`${products}/${gone}`)).status).toBe(404);
      const similar = async (id: number | string) => shopper.get<Product[]>(`${products}?same_category_as=${id}`);
      expect((await similar(gone)).body.map(({ id }) => id)).toEqual([other]);
      expect((await similar(other)).body).toEqual([]);
      expect((await similar(2_000_000_000)).body).toEqual([]);
      for (const wrong of ["0", "x", "99999999999"]) expect((await similar(wrong)).status).toBe(400);
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";

const add = "/wp-json/custom-cart/v1/add";
const update = "/wp-json/custom-cart/v1/update";
/** a simple product and a ring of the demo catalogue */
const [simple, ring] = [131, 101];

for (const engine of engines)
  describe(`the cart on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });

    test.each([simple, ring])("rejects another product's variation", async (product_id) => {
      const response = await shop.client().post<Problem>(add, { product_id, variation_id: 10_301 });
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: "woocommerce_rest_cart_invalid_option",
          data: { params: { variation_id: "Lựa chọn này hiện không có." } },
        },
      });
    });

    test("has no option whose name or value is no valid text", async () => {
      for (const attributes of [{ "\ud800": "50 mm" }, { "pa_size\udfff": "\ud800" }]) {
        const response = await shop.client().post<Problem>(add, { product_id: ring, attributes });
        expect(response).toMatchObject({ status: 400, body: { code: "woocommerce_rest_cart_invalid_option" } });
      }
    });

    test.each(["vi", "en"])("names the stock for any quantity above it, in %s", async (lang) => {
      await setStock(shop, simple, 3);
      const visitor = shop.client();
      const [item] = (await visitor.post<Cart>(add, { product_id: simple })).body.items;
      const key = item?.cart_item_key;
      const numbers = [1000, 100_000, 2_147_483_647];
      for (const quantity of numbers) {
        const added = await visitor.post<Problem>(`${add}?lang=${lang}`, { product_id: simple, quantity });
        expect(added).toMatchObject({ status: 400, body: { data: { available: 3, room: 3 } } });
        expect(added.body.message).toContain(lang === "vi" ? "Chỉ còn 3" : "Only 3");
        const raised = await visitor.post<Problem>(`${update}?lang=${lang}`, { cart_item_key: key, quantity });
        expect(raised).toMatchObject({ status: 400, body: { data: { available: 3, room: 3 } } });
        expect(raised.body.message).toBe(lang === "vi" ? "Chỉ còn 3 sản phẩm trong kho." : "Only 3 left in stock.");
      }
      await setStock(shop, simple, 5000);
      const full = await visitor.post<Problem>(`${update}?lang=${lang}`, { cart_item_key: key, quantity: 1000 });
      expect(full).toMatchObject({ status: 400, body: { code: "woocommerce_rest_cart_line_full" } });
      const huge = await visitor.post<Problem>(`${update}?lang=${lang}`, { cart_item_key: key, quantity: 3e9 });
      expect(huge.status).toBe(400);
      expect(huge.body.message).toBe(
        lang === "vi" ? "quantity không được vượt quá 2147483647." : "quantity must be at most 2147483647.",
      );
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";

const add = "/wp-json/custom-cart/v1/add";
const update = "/wp-json/custom-cart/v1/update";
const remove = "/wp-json/custom-cart/v1/remove";
const clear = "/wp-json/custom-cart/v1/clear";

for (const engine of engines)
  describe(`malformed cart requests on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });

    test.each([
      [add, null],
      [add, []],
      [add, "x"],
      [add, {}],
      [add, { product_id: "abc" }],
      [add, { product_id: 0 }],
      [add, { product_id: -1 }],
      [add, { product_id: 1.5 }],
      [add, { product_id: 99_999_999_999 }],
      [add, { product_id: [131] }],
      [add, { product_id: 131, quantity: 0 }],
      [add, { product_id: 131, quantity: -1 }],
      [add, { product_id: 131, quantity: 1.5 }],
      [add, { product_id: 131, quantity: "1.5" }],
      [add, { product_id: 131, quantity: null }],
      [add, { product_id: 131, quantity: [] }],
      [add, { product_id: 131, quantity: true }],
      [add, { product_id: 131, quantity: 1000 }],
      [add, { product_id: 131, quantity: 1e300 }],
      [add, { product_id: 131, variation_id: "x" }],
      [add, { product_id: 101, attributes: ["50 mm"] }],
      [add, { product_id: 101, attributes: { pa_size: 50 } }],
      [add, { product_id: 101, attributes: { pa_size: "x".repeat(10_000) } }],
      [add, { product_id: 101, attributes: { pa_size: "\u0000" } }],
      [update, null],
      [update, { cart_item_key: "x" }],
      [update, { cart_item_key: "x", quantity: null }],
      [update, { cart_item_key: "x", quantity: "" }],
      [update, { cart_item_key: "x", quantity: 1.5 }],
      [update, { cart_item_key: 1, quantity: 1 }],
      [update, { cart_item_key: "x".repeat(10_000), quantity: 1 }],
      [remove, { cart_item_key: "" }],
      [remove, []],
      [clear, { cart_item_keys: "x" }],
      [clear, { cart_item_keys: [1] }],
      [clear, []],
    ])("returns 400 for %s %j", async (path, body) => {
      const visitor = shop.client();
      const response = await visitor.call<Problem>("POST", path, JSON.stringify(body), {
        "content-type": "application/json",
      });
      expect(response.status).toBe(400);
      expect(response.body.data.status).toBe(400);
      expect(visitor.cookies.size).toBe(0);
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import type { PaymentCreated } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aKey, anOnlinePayment } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { transitionOrder } from "#shop/orders/index.ts";

const add = "/wp-json/custom-cart/v1/add";
const update = "/wp-json/custom-cart/v1/update";
const viewPath = "/wp-json/custom-cart/v1/view";
const pay = "/wp-json/lianne-vnpay/v1/create-payment";
const env = { VNPAY_TMN_CODE: "LOCALSIM", VNPAY_HASH_SECRET: "TESTSECRETONLYFORLOCALSIMULATOR1" };
const [necklace, earrings] = [131, 143];

for (const engine of engines)
  describe(`a cart whose stock the customer's own unpaid order reserves, on ${engine.name}`, () => {
    let shop: TestShop;
    let owner: Visitor;
    let orderId: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env });
      owner = shop.client();
      await owner.register();
      await setStock(shop, necklace, 2);
      await owner.post(add, { product_id: necklace, quantity: 2 });
      const form = anOnlinePayment({
        items: [{ product_id: necklace, quantity: 2 }],
        shipping_lines: [{ method_id: "local_pickup" }],
      });
      const { status, text, body } = await owner.post<PaymentCreated>(pay, form, { "idempotency-key": aKey() });
      if (status >= 300) throw new Error(text);
      orderId = body.order_id;
    });
    const lineOf = async (visitor: Visitor) => {
      const { items } = (await visitor.get<Cart>(viewPath)).body;
      const line = items.find(({ id }) => id === necklace);
      if (!line) throw new Error("the line has left the cart");
      return line;
    };

    test("shows it as available to the owner for another checkout", async () => {
      expect(await lineOf(owner)).toMatchObject({ quantity: 2, stock_quantity: 2, purchasable: true });
      await owner.post(add, { product_id: earrings });
      expect(await lineOf(owner)).toMatchObject({ stock_quantity: 2, purchasable: true });
    });

    test("allows no more than was reserved", async () => {
      const { cart_item_key } = await lineOf(owner);
      const more = await owner.post<Problem>(update, { cart_item_key, quantity: 3 });
      expect(more).toMatchObject({ status: 400, body: { data: { available: 2, room: 2 } } });
      expect((await owner.post(add, { product_id: necklace })).status).toBe(400);
    });

    test("shows none as available to other visitors, logged in or not", async () => {
      const stranger = shop.client();
      await stranger.register();
      for (const visitor of [stranger, shop.client()]) {
        const response = await visitor.post<Problem>(add, { product_id: necklace });
        expect(response).toMatchObject({ status: 400, body: { data: { available: 0 } } });
      }
    });

    test("shows the stock on hand once that is more", async () => {
      await setStock(shop, necklace, 5);
      expect(await lineOf(owner)).toMatchObject({ stock_quantity: 5 });
      await setStock(shop, necklace, 0);
    });

    test("shows none to the owner either once the order is cancelled and the stock is sold", async () => {
      await shop.db.transaction((tx) =>
        transitionOrder(tx, orderId, "cancelled", { actor: "job", reason: "unpaid", now: shop.clock.now() }),
      );
      expect(await lineOf(owner)).toMatchObject({ stock_quantity: 2, purchasable: true });
      await setStock(shop, necklace, 0);
      expect(await lineOf(owner)).toMatchObject({ stock_quantity: 0, purchasable: false });
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`the cart after a payment, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const begin = async () => (await beginPayment(shopper)).body;
    const add = (id: number) => shopper.api.addToCart({ product_id: id, quantity: 1 });
    const cart = async () => {
      const read = await shopper.api.cart();
      return read.ok && read.data.items.map(({ id, quantity }) => [id, quantity]);
    };

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 20);
    });

    test("loses the order's lines, and no others", async () => {
      await add(hoops.id);
      await add(pearls.id);
      const { order_id, payment_url } = await begin();
      await payOnPage(payment_url, "pay");
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing" });
      expect(await cart()).toEqual([[pearls.id, 1]]);
    });

    test("still has a line of an ordered product that was added after the order", async () => {
      const { order_id, payment_url } = await begin();
      shop.clock.advance(1);
      await add(hoops.id);
      await payOnPage(payment_url, "pay");
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing" });
      expect(await cart()).toEqual([[hoops.id, 1]]);
    });

    test("still has the line that was added again after its order had expired, when that is paid late", async () => {
      await add(hoops.id);
      const { order_id, payment_url } = await begin();
      shop.clock.advance(45 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "cancelled" });
      await shopper.post("/wp-json/custom-cart/v1/clear", {});
      await add(hoops.id);
      shop.clock.advance(-45 * minute);
      await payOnPage(payment_url, "pay");
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "on-hold", paid: true });
      expect(await cart()).toEqual([[hoops.id, 1]]);
    });

    test("loses a line that was added before the order was submitted again, by any of its links", async () => {
      const first = await begin();
      shop.clock.advance(1);
      await add(hoops.id);
      expect((await begin()).order_id).toBe(first.order_id);
      await payOnPage(first.payment_url, "pay");
      expect(await moneyOf(shop, first.order_id)).toMatchObject({ status: "processing" });
      expect(await cart()).toEqual([]);
    });
  });

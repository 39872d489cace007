import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import type { CreatePayment } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { lineKey } from "#shop/cart/index.ts";
import { sql } from "#shop/kernel/db/database.ts";

type Bought = readonly { id: number; price: number; quantity?: number }[];
type Response = { order_id?: number; id?: number } & Partial<Problem>;

const linesOf = (bought: Bought) => bought.map(({ id, quantity = 1 }) => ({ product_id: id, quantity }));

/** What the customer saw of an order of these lines of the cart, picked up at the shop. */
const seenInCart = (bought: Bought) => ({
  expected_lines: bought.map(({ id, price, quantity = 1 }) => ({
    ...{ cart_item_key: lineKey(id, null), quantity, price: dong(price) },
  })),
  expected_total: dong(bought.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0)),
});
const pickup: { shipping_lines: { method_id: "local_pickup" }[] } = { shipping_lines: [{ method_id: "local_pickup" }] };
const fromCart = (bought: Bought) => ({ ...seenInCart(bought), ...pickup });

for (const engine of engines)
  describe(`an order of cart lines that an unpaid order has too, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const money = (id: number | undefined) => moneyOf(shop, id ?? 0);
    const online = (bought: Bought, own: Partial<CreatePayment> = {}, visitor = shopper) =>
      beginPayment(visitor, { items: linesOf(bought), ...fromCart(bought), ...own });
    const cash = (bought: Bought, visitor = shopper) =>
      submit<Response>(visitor, aCodOrder({ line_items: linesOf(bought), ...fromCart(bought) }));
    const fillCart = async (bought: Bought, visitor = shopper) => {
      for (const { id, quantity = 1 } of bought) await visitor.api.addToCart({ product_id: id, quantity });
    };
    const cartOf = async () => {
      const cart = await shopper.api.cart();
      return cart.ok && cart.data.items;
    };

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 20);
      await setStock(shop, pearls.id, 20);
      await fillCart([hoops, pearls]);
    });

    test("replaces it, and refunds it when it is paid nevertheless", async () => {
      const first = (await online([hoops, pearls])).body;
      const second = await cash([hoops]);
      expect(second.status).toBe(201);
      expect((await money(first.order_id)).status).toBe("cancelled");
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([19, 20]);
      expect(await cartOf()).toMatchObject([{ id: pearls.id }]);
      await payOnPage(first.payment_url, "pay");
      expect(await money(first.order_id)).toMatchObject({
        ...{ status: "cancelled", paid: false, refunds: ["requested overpayment"] },
      });
      expect((await money(first.order_id)).notes.at(-1)).toContain(String(second.body.id));
      expect(await cartOf()).toMatchObject([{ id: pearls.id }]);
    });

    test("replaces it when the quantity of the line has grown, also an order whose payment failed", async () => {
      const first = (await online([hoops])).body;
      await payAndReturn(shopper, first.payment_url, "fail");
      await fillCart([hoops]);
      const two = [{ ...hoops, quantity: 2 }];
      const second = (await online(two)).body;
      expect((await money(first.order_id)).status).toBe("failed");
      await payOnPage(second.payment_url, "pay");
      expect(await money(second.order_id)).toMatchObject({ status: "processing", refunds: [] });
      expect(await stockOf(shop, hoops.id)).toBe(18);
    });

    test("may have the last units that the unpaid order reserves", async () => {
      await setStock(shop, hoops.id, 1);
      await online([hoops, pearls]);
      expect((await cash([hoops])).status).toBe(201);
    });

    test("leaves an order of other lines open, and any order if the lines are not the cart's", async () => {
      const first = (await online([hoops])).body;
      const other = (await online([pearls])).body;
      const apart = (await beginPayment(shopper, { items: linesOf([hoops, pearls]), ...pickup })).body;
      for (const { order_id } of [first, other, apart]) expect((await money(order_id)).status).toBe("pending");
    });

    test("is a 409 with the cart if the unpaid order turns out to be paid", async () => {
      const first = (await online([hoops])).body;
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(first.payment_url, "pay");
      const second = await online([hoops, pearls]);
      expect(second).toMatchObject({ status: 409, body: { code: "lianne_order_changed" } });
      expect((second.body as unknown as Problem).data).toMatchObject({ cart: { items: [{ id: pearls.id }] } });
      expect(await money(first.order_id)).toMatchObject({ status: "processing", refunds: [] });
    });

    test("is a 503 for cash while the gateway of the unpaid order does not respond", async () => {
      const first = (await online([hoops, pearls])).body;
      shop.gateways.vnpay.control({ responses: { querydr: { status: 500 } } });
      expect(await cash([hoops])).toMatchObject({ status: 503, body: { code: "payment_gateway_unreachable" } });
      expect((await money(first.order_id)).status).toBe("pending");
    });

    test("is a 503 for cash, too, if the merchant has closed the unpaid order meanwhile", async () => {
      const merchant = await merchantOf(shop);
      const first = (await online([hoops, pearls])).body;
      shop.gateways.vnpay.control({ notifications: { kind: "missing" }, responses: { querydr: { status: 500 } } });
      await payOnPage(first.payment_url, "pay");
      await merchant.put(orderPath(first.order_id), { status: "cancelled" });
      expect(await cash([hoops])).toMatchObject({ status: 503, body: { code: "payment_gateway_unreachable" } });
      shop.gateways.vnpay.control({});
    });

    test("leaves one open order of each line when several devices submit at once", async () => {
      const visitors = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const visitor = shop.client();
          const { id } = await visitor.register();
          await fillCart([hoops, pearls], visitor);
          return { visitor, id };
        }),
      );
      await Promise.all(
        visitors.flatMap(({ visitor }) => [
          online([hoops, pearls], {}, visitor),
          cash([hoops], visitor),
          online([hoops], { payment_method: "paypal" }, visitor),
        ]),
      );
      for (const { id } of visitors) {
        const open = await shop.db.all<{ product: number }>(sql`
          select l.product_id product from orders o join order_line l on l.order_id = o.id
          where o.customer_id = ${id} and o.status = 'pending' order by 1`);
        expect(open.filter(({ product }) => product === hoops.id)).toHaveLength(1);
        expect(open.filter(({ product }) => product === pearls.id).length).toBeLessThanOrEqual(1);
      }
    });
  });

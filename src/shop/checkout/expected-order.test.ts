import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import { dong } from "#contract/money.ts";
import type { OrderAmounts } from "#contract/order.ts";
import { PaymentCreated } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, anOnlinePayment, benNghe, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { lineKey } from "#shop/cart/index.ts";
import { sql } from "#shop/kernel/db/database.ts";

const shippingCost = dong(30_000);

/** Fields of a submit: the total that the customer saw for one pair of hoops at this price, with shipping. */
const seen = (price: number) => ({ expected_total: dong(price + shippingCost) });
const hoopsKey = lineKey(hoops.id, null);
/** The same, for an order from the cart. */
const seenInCart = (price: number) => ({
  ...seen(price),
  expected_lines: [{ cart_item_key: hoopsKey, quantity: 1, price: dong(price) }],
});

type Rejected = Problem & { data: Partial<OrderAmounts> & { cart?: Cart } };

for (const engine of engines)
  describe(`an order that differs from what the customer saw, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let customerId: number;
    const setPrice = (price: number) =>
      shop.db.transaction((tx) => tx.run(sql`update product set regular_price = ${price} where id = ${hoops.id}`));
    const orders = () =>
      shop.db.all<{ id: number; status: string; total: number }>(
        sql`select id, status, total from orders where customer_id = ${customerId} order by id`,
      );
    const order = (expected: object, key = aKey(), visitor = shopper) =>
      submit<Rejected>(visitor, aCodOrder(expected), { key });

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shopper = shop.client();
      customerId = (await shopper.register()).id;
      await setStock(shop, hoops.id, 9);
      await setPrice(hoops.price);
    });

    test("is a 409 with the new amounts when the price rises, and is placed once the customer has seen them", async () => {
      const risen = hoops.price + 50_000;
      await setPrice(risen);
      const { status, body } = await order(seen(hoops.price));
      expect({ status, code: body.code }).toEqual({ status: 409, code: "lianne_order_changed" });
      expect(body.message).toContain("420.000");
      expect(body.message).toContain("470.000");
      expect(body.data).toMatchObject({
        status: 409,
        lines: [
          {
            ...{ cart_item_key: hoopsKey, product_id: hoops.id, variation_id: null },
            ...{ quantity: 1, price: risen, total: risen },
          },
        ],
        ...{ shipping_total: shippingCost, total: risen + shippingCost },
      });
      expect(await orders()).toEqual([]);
      expect(await order({ expected_total: body.data.total })).toMatchObject({
        status: 201,
        body: { total: "470000" },
      });
    });

    test("is a 409 when a price differs, also if the total does not", async () => {
      const price = hoops.price - 10_000;
      await setPrice(price);
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const same = { ...seenInCart(hoops.price), ...seen(price) };
      expect(await order(same)).toMatchObject({
        status: 409,
        body: { data: { lines: [{ price }], shipping_total: shippingCost, total: price + shippingCost } },
      });
      expect(await orders()).toEqual([]);
    });

    test("is a 409 when the lines of the cart are not those of the order", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      for (const own of [{ cart_item_key: lineKey(pearls.id, null) }, { quantity: 2 }]) {
        const expected_lines = seenInCart(hoops.price).expected_lines.map((line) => ({ ...line, ...own }));
        expect(await order({ expected_lines })).toMatchObject({
          status: 409,
          body: { code: "lianne_order_changed", data: { lines: [{ cart_item_key: hoopsKey, quantity: 1 }] } },
        });
      }
      expect(await orders()).toEqual([]);
    });

    test("is a 409 for an online payment too, in the customer's language, and opens no payment", async () => {
      await setPrice(hoops.price + 1_000);
      const response = await shopper.post<Rejected>(
        "/wp-json/lianne-vnpay/v1/create-payment?lang=en",
        { ...anOnlinePayment(), ...seen(hoops.price) },
        { "idempotency-key": aKey() },
      );
      expect(response).toMatchObject({ status: 409, body: { code: "lianne_order_changed" } });
      expect(response.body.message).toMatch(/^The amount of your order has changed/);
      expect(await orders()).toEqual([]);
    });

    test("resumes an unpaid order at its stored price only if the customer saw that price", async () => {
      const begin = async (expected: { expected_total?: number }) =>
        PaymentCreated.parse((await beginPayment(shopper, expected)).body);
      const first = await begin(seen(hoops.price));
      const risen = hoops.price + 50_000;
      await setPrice(risen);
      // the result page shows the order's own prices
      expect((await begin(seen(hoops.price))).order_id).toBe(first.order_id);
      // the checkout page shows the catalogue's
      const second = await begin(seen(risen));
      expect(second.order_id).not.toBe(first.order_id);
      expect(await orders()).toMatchObject([
        { id: first.order_id, status: "cancelled" },
        { id: second.order_id, status: "pending", total: risen + shippingCost },
      ]);
    });

    test("resumes no order whose line total, changed by a merchant, the customer did not see", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 2 });
      const expected_lines = seenInCart(hoops.price).expected_lines.map((line) => ({ ...line, quantity: 2 }));
      const body = { items: [{ product_id: hoops.id, quantity: 2 }], expected_lines };
      const first = PaymentCreated.parse((await beginPayment(shopper, body)).body);
      await shop.db.write(sql`update order_line set total = 750001 where order_id = ${first.order_id}`);
      const second = PaymentCreated.parse((await beginPayment(shopper, body)).body);
      expect(second.order_id).not.toBe(first.order_id);
      expect(await orders()).toMatchObject([{ status: "cancelled" }, { status: "pending" }]);
    });

    test("is a 409 with the cart when the cart was emptied or its quantity changed", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 2 });
      const changed = await order(seenInCart(hoops.price));
      expect(changed).toMatchObject({ status: 409, body: { code: "lianne_order_changed" } });
      expect(changed.body.data.cart?.items).toMatchObject([{ id: hoops.id, quantity: 2 }]);
      await shopper.post("/wp-json/custom-cart/v1/clear", {});
      const emptied = await order(seenInCart(hoops.price));
      expect(emptied).toMatchObject({ status: 409, body: { data: { cart: { items: [], total: 0 } } } });
      expect(await orders()).toEqual([]);
    });

    test("is a 409 with the cart for the second device, also if the first has bought the last unit", async () => {
      await setStock(shop, hoops.id, 1);
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      expect((await order(seenInCart(hoops.price))).status).toBe(201);
      const second = await order(seenInCart(hoops.price));
      expect(second).toMatchObject({
        status: 409,
        body: { code: "lianne_order_changed", data: { cart: { items: [] } } },
      });
      expect(await orders()).toHaveLength(1);
    });

    test("is a 400 that names the item if another customer has bought its last unit", async () => {
      await setStock(shop, hoops.id, 1);
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const rival = shop.client();
      await rival.register();
      expect((await submit(rival)).status).toBe(201);
      const { status, body } = await order(seenInCart(hoops.price));
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: expect.stringContaining("đã hết hàng"),
      });
      expect(body.data.details?.line_items?.data).toMatchObject({
        lines: [{ index: 0, product_id: hoops.id, code: "out_of_stock", available: 0 }],
      });
    });

    test.each([
      ["vi", /^Các khoản của đơn hàng đã thay đổi, dù tổng tiền vẫn là 420.000/],
      ["en", /^The amounts of your order have changed, although it still comes to 420.000/],
    ])("has a message about its amounts when the totals are equal, in %s", async (lang, message) => {
      shopper.cookies.set("preferred-language", lang);
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const moved = { ...seenInCart(hoops.price - 10_000), ...seen(hoops.price) };
      expect(await order(moved)).toMatchObject({ status: 409, body: { message: expect.stringMatching(message) } });
    });

    test("is ordered once when two devices of one account submit the same cart at the same time", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const results = await Promise.all([1, 2, 3].map(() => order(seenInCart(hoops.price))));
      expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(await orders()).toHaveLength(1);
    });

    test("returns the one order to a repeated submit, although its lines have left the cart", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const key = aKey();
      const results = await Promise.all([1, 2, 3].map(() => order(seenInCart(hoops.price), key)));
      const [stored] = await orders();
      expect(results.map(({ body }) => body)).toMatchObject(Array(3).fill({ id: stored?.id }));
      expect(await orders()).toHaveLength(1);
    });

    test.each([
      ["expected_total", null],
      ["expected_total", "many"],
      ["expected_lines", {}],
      ["expected_lines", []],
      ["expected_lines", [{ cart_item_key: hoopsKey, quantity: 1 }]],
      ["expected_lines", [{ cart_item_key: "", quantity: 1, price: 390_000 }]],
      ["expected_lines", [{ cart_item_key: hoopsKey, quantity: 0, price: 390_000 }]],
    ])("is a 400 that names the parameter %s for %j", async (name, value) => {
      expect(await order({ [name]: value })).toMatchObject({
        status: 400,
        body: { code: "rest_invalid_param", data: { params: { [name]: expect.any(String) } } },
      });
    });

    test("has the ids and names of province, district and ward in meta_data, for each payment method", async () => {
      const ids = {
        _shipping_province_id: benNghe.provinceId,
        _shipping_district_id: benNghe.districtId,
        _shipping_ward_code: benNghe.wardCode,
        _shipping_ward_name: "Phường Bến Nghé",
      };
      const online = PaymentCreated.parse((await beginPayment(shopper)).body);
      const { meta_data = [], ...order } = aCodOrder({ line_items: [{ product_id: 145, quantity: 1 }] });
      const forged = { key: "_shipping_ward_name", value: "Phường khác" };
      const cash = await submit<{ id: number }>(shopper, { ...order, meta_data: [...meta_data, forged] });
      for (const id of [online.order_id, cash.body.id]) {
        const { body } = await shopper.get<{ meta_data: { id: number; key: string; value: unknown }[] }>(
          `/wp-json/wc/v3/orders/${id}`,
        );
        expect(Object.fromEntries(body.meta_data.map(({ key, value }) => [key, value]))).toMatchObject(ids);
        expect(new Set(body.meta_data.map((entry) => entry.id)).size).toBe(body.meta_data.length);
      }
    });
  });

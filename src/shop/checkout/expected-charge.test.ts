import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dong, type UsdCents, usdCents } from "#contract/money.ts";
import type { OrderAmounts } from "#contract/order.ts";
import type { CreatePayment } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type BegunPayment, beginPayment, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { lineKey } from "#shop/cart/index.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** One pair of hoops, picked up, at 26.000 đồng for a dollar, and at 20.800. */
const before = usdCents(1500);
const after = usdCents(1875);

const pickup = [{ method_id: "local_pickup" as const }];
const paypal = (own: Partial<CreatePayment> = {}): Partial<CreatePayment> => ({
  ...{ payment_method: "paypal", shipping_lines: pickup },
  ...own,
});
const seen = (expected_usd_cents: UsdCents): Partial<CreatePayment> =>
  paypal({
    expected_total: dong(hoops.price),
    expected_lines: [{ cart_item_key: lineKey(hoops.id, null), quantity: 1, price: dong(hoops.price) }],
    expected_usd_cents,
  });

type Rejected = Problem & { data: Partial<OrderAmounts> };

for (const engine of engines)
  describe(`a payment in dollars that differs from what the customer saw, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let customerId: number;
    const setRate = (rate: number) => shop.db.write(sql`update currency set rate = ${rate} where code = 'USD'`);
    const begin = (own: Partial<CreatePayment>, key = aKey()) =>
      beginPayment(shopper, own, { key }) as Promise<TestResponse<BegunPayment & Rejected>>;
    const charges = () =>
      shop.db.all(sql`
        select o.id "orderId", o.status "orderStatus", p.status, p.amount_usd_cents cents from payment p
        join orders o on o.id = p.order_id where o.customer_id = ${customerId} order by p.id`);

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shopper = shop.client();
      customerId = (await shopper.register()).id;
      await setStock(shop, hoops.id, 9);
      await setRate(26_000);
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
    });
    afterEach(() => shop.gateways.paypal.control({}));

    test.each([
      ["vi", "Số tiền của đơn hàng đã thay đổi từ $15.00 thành $18.75."],
      ["en", "The amount of your order has changed from $15.00 to $18.75."],
    ])(
      "is a 409 with both amounts when the rate changes, and is charged once the customer saw it, in %s",
      async (lang, message) => {
        shopper.cookies.set("preferred-language", lang);
        await setRate(20_800);
        const { status, body } = await begin(seen(before));
        expect({ status, code: body.code }).toEqual({ status: 409, code: "lianne_order_changed" });
        expect(body.message).toContain(message);
        expect(body.data).toMatchObject({ total: hoops.price, shipping_total: 0, usd_cents: after });
        expect(await charges()).toEqual([]);
        expect((await begin(seen(after))).status).toBe(200);
        expect(await charges()).toMatchObject([{ status: "pending", cents: after }]);
      },
    );

    test("resumes an unpaid order only at the dollars that the customer saw, and its open attempt stays", async () => {
      const first = await begin(seen(before));
      await setRate(20_800);
      expect((await begin(seen(before))).status).toBe(409);
      expect(await charges()).toMatchObject([{ orderStatus: "pending", status: "pending", cents: before }]);
      expect((await begin(seen(after))).body.order_id).toBe(first.body.order_id);
      expect(await charges()).toMatchObject([
        { status: "cancelled", cents: before },
        { status: "pending", cents: after },
      ]);
    });

    test("returns the link of a repeated submit, whose attempt charges what the customer saw", async () => {
      const key = aKey();
      const first = await begin(seen(before), key);
      await setRate(20_800);
      expect((await begin(seen(before), key)).body.payment_url).toBe(first.body.payment_url);
      expect(await charges()).toMatchObject([{ status: "pending", cents: before }]);
    });

    test("opens no attempt for a repeated submit after a failed one and a change of the rate", async () => {
      const key = aKey();
      shop.gateways.paypal.control({ responses: { every: { dead: true } } });
      expect((await begin(seen(before), key)).status).toBe(503);
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "the gateway did not create a payment" }]);
      shop.gateways.paypal.control({});
      await setRate(20_800);
      const { status, body } = await begin(seen(before), key);
      expect({ status, code: body.code }).toEqual({ status: 409, code: "lianne_order_changed" });
      expect(body.data).toMatchObject({
        ...{ lines: [{ product_id: hoops.id, quantity: 1, price: hoops.price, total: hoops.price }] },
        ...{ shipping_total: 0, total: hoops.price, usd_cents: after },
      });
      expect(await charges()).toMatchObject([{ status: "failed", cents: before }]);
      expect((await begin(seen(after))).status).toBe(200);
      expect(await charges()).toMatchObject([{ status: "failed" }, { status: "pending", cents: after }]);
    });

    test("does not get the link of another submit's attempt at other dollars", async () => {
      const key = aKey();
      await begin(seen(before), key);
      await setRate(20_800);
      await begin(seen(after));
      expect(await begin(seen(before), key)).toMatchObject({ status: 409, body: { data: { usd_cents: after } } });
    });

    test("names the đồng if these have changed too, with the new dollars in its data", async () => {
      const own = { ...seen(before), expected_total: dong(hoops.price + 1_000) };
      await setRate(20_800);
      const { status, body } = await begin(own);
      expect({ status, message: body.message }).toEqual({ status: 409, message: expect.stringContaining("391.000") });
      expect(body.data.usd_cents).toBe(after);
    });

    test("is charged at the current rate if the client does not send what it displays", async () => {
      await setRate(20_800);
      expect((await begin(paypal())).status).toBe(200);
      expect(await charges()).toMatchObject([{ status: "pending", cents: after }]);
    });

    test("is not compared for a payment method that charges đồng", async () => {
      expect((await begin({ ...seen(after), payment_method: "vnpay_visa" })).status).toBe(200);
      const cash = await submit(shopper, aCodOrder({ shipping_lines: pickup, expected_usd_cents: after }));
      expect(cash.status).toBe(200);
    });

    test.each([null, "15.00", 15.5])("is a 400 that names the parameter for %j", async (value) => {
      const body = { ...seen(before), expected_usd_cents: value } as Partial<CreatePayment>;
      expect(await begin(body)).toMatchObject({
        status: 400,
        body: { code: "rest_invalid_param", data: { params: { expected_usd_cents: expect.any(String) } } },
      });
    });
  });

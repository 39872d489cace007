import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, anOnlinePayment, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus, setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { aggregateSales } from "#shop/catalog/index.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

interface PlacedOrder {
  id: number;
  total: string;
  status: string;
}

for (const engine of bothEngines)
  describe(`a cash order on ${engine.name}`, () => {
    let shop: TestShop;
    let shopper: Visitor;
    let customerId: number;
    const count = async (statement: Sql): Promise<number> =>
      Number((await shop.db.one<{ count: number }>(statement))?.count);
    const stockOf = (productId: number): Promise<number> =>
      count(sql`select quantity count from stock where id = (select stock_id from product where id = ${productId})`);
    const ordersOf = (id: number): Promise<number> => count(sql`select count(*) from orders where customer_id = ${id}`);
    const newShopper = async (): Promise<{ visitor: Visitor; id: number }> => {
      const visitor = shop.client();
      return { visitor, id: (await visitor.register()).id };
    };

    beforeAll(async () => {
      shop = await openShop(engine);
    });
    beforeEach(async () => {
      ({ visitor: shopper, id: customerId } = await newShopper());
      await setStock(shop, hoops.id, 50);
      await setStock(shop, pearls.id, 50);
    });

    test("gets price, address and owner from the server, not from the client's input", async () => {
      const response = await submit(shopper, {
        ...aCodOrder({ line_items: [{ product_id: hoops.id, quantity: 1, total: "1", price: 1 }] as never }),
        ...{ status: "completed", set_paid: true, customer_id: 1001, total: "1", order_key: "mine", id: 5 },
        shipping_lines: [{ method_id: "flat_rate", method_title: "free", total: "0" }],
      });
      expect(response.status).toBe(201);
      expect(response.header("location")).toMatch(/\/wp-json\/wc\/v3\/orders\/\d+$/);
      expect(response.body).toMatchObject({
        ...{ number: String(response.body.id), status: "pending", customer_id: customerId, payment_method: "cod" },
        ...{ total: "420000", shipping_total: "30000", currency: "VND", date_paid: null, created_via: "rest-api" },
        order_key: expect.stringMatching(/^wc_order_[A-Za-z0-9]{13}$/),
        billing: { phone: "+84912345678", email: "ngoc@example.com" },
        shipping: {
          ...{ address_1: "12 Nguyễn Huệ", address_2: "Phường Bến Nghé", state: "Quận 1" },
          ...{ city: "Thành phố Hồ Chí Minh", country: "VN", first_name: "Ngọc" },
        },
        line_items: [{ product_id: hoops.id, variation_id: 0, quantity: 1, price: hoops.price, total: "390000" }],
        shipping_lines: [{ method_id: "flat_rate", total: "30000" }],
      });
      expect((await shopper.get(`/wp-json/wc/v3/orders/${response.body.id}`)).body).toEqual(response.body);
      const stored = await shop.db.one<{ location: object }>(
        sql`select location from orders where id = ${response.body.id}`,
      );
      expect(stored?.location).toMatchObject({ scheme: "old3", ward_code: "26740", district_name: "Quận 1" });
    });

    test("reserves stock, removes its lines from the cart and enqueues one email", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 2 });
      await shopper.api.addToCart({ product_id: pearls.id, quantity: 1 });
      const { body } = await submit(
        shopper,
        aCodOrder({
          line_items: [
            { product_id: hoops.id, quantity: 1 },
            { product_id: hoops.id, quantity: 1 },
          ],
        }),
      );
      expect(body).toMatchObject({ line_items: [{ quantity: 2 }], total: "780000", shipping_total: "0" });
      expect(await stockOf(hoops.id)).toBe(48);
      const cart = await shopper.api.cart();
      expect(cart.ok && cart.data.items.map(({ id }) => id)).toEqual([pearls.id]);
      const emails = await shop.db.all<{ payload: { template: string; to: string } }>(
        sql`select payload from outbox where unique_key = ${`order_received:${body.id}`}`,
      );
      expect(emails).toMatchObject([{ payload: { template: "order_received", to: "ngoc@example.com" } }]);
      const ledger = await shop.db.all(
        sql`select method, status, amount, attempt from payment where order_id = ${body.id}`,
      );
      expect(ledger).toEqual([{ method: "cod", status: "pending", amount: 780_000, attempt: 1 }]);
    });

    test("stores any text unchanged", async () => {
      const text = "Gói quà 🎁 giúp em; <b>'); drop table orders;--</b> \ud800";
      const { billing, meta_data = [] } = aCodOrder();
      const order = aCodOrder({
        customer_note: text,
        billing: { ...billing, address_1: text },
        meta_data: [...meta_data, { key: "gift \udfff", value: text }],
      });
      const { status, body } = await submit<{ id: number; customer_note: string }>(shopper, order);
      expect(status).toBe(201);
      expect((await shopper.get(`/wp-json/wc/v3/orders/${body.id}`)).body).toEqual(body);
      const stored = text.toWellFormed();
      expect(body).toMatchObject({ customer_note: stored, shipping: { address_1: stored } });
      expect(body).toHaveProperty(
        "meta_data",
        expect.arrayContaining([expect.objectContaining({ key: "gift \ufffd", value: stored })]),
      );
    });

    test("counts the units sold", async () => {
      const sold = async () => {
        await shop.db.transaction(aggregateSales);
        return count(sql`select total_sales count from product where id = ${hoops.id}`);
      };
      const before = await sold();
      await submit(shopper, aCodOrder({ line_items: [{ product_id: hoops.id, quantity: 3 }] }));
      expect(await sold()).toBe(before + 3);
    });

    test("names the chosen variation in the shopper's language", async () => {
      const [variation] = await variationsOf(shop, 109);
      const line_items = [
        { product_id: 109, variation_id: variation?.id ?? 0, quantity: 1 },
        { product_id: hoops.id, quantity: 2 },
      ];
      const { body } = await submit<{ id: number; line_items: object[] }>(shopper, aCodOrder({ line_items }));
      expect(body.line_items).toMatchObject([
        { product_id: 109, variation_id: variation?.id ?? 0, name: expect.stringContaining(" - 50 mm, ") },
        { product_id: hoops.id, quantity: 2 },
      ]);
      expect((await shopper.get(`/wp-json/wc/v3/orders/${body.id}`)).body).toEqual(body);
    });

    test("is created once for repeated submits with one key", async () => {
      const key = aKey();
      const first = await submit(shopper, aCodOrder(), { key });
      const again = await submit(shopper, aCodOrder(), { key });
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual(first.body);
      expect([await ordersOf(customerId), await stockOf(hoops.id)]).toEqual([1, 49]);
    });

    test("is created once for concurrent submits with one key, also of the last unit", async () => {
      for (let round = 0; round < 6; round++) {
        await setStock(shop, hoops.id, 1);
        const key = aKey();
        const responses = await Promise.all([1, 2, 3].map(() => submit(shopper, aCodOrder(), { key })));
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
        expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
      }
      expect(await ordersOf(customerId)).toBe(6);
    });

    test("rejects a key used with another body, and separates the keys of customers", async () => {
      const key = aKey();
      const { body } = await submit(shopper, aCodOrder(), { key });
      const other = await submit<Problem>(shopper, aCodOrder({ customer_note: "another" }), { key });
      expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
      const { visitor } = await newShopper();
      const theirs = await submit(visitor, aCodOrder(), { key });
      expect(theirs.status).toBe(201);
      expect(theirs.body.id).not.toBe(body.id);
    });

    test("of two concurrent orders of the last unit one succeeds", async () => {
      const { visitor: rival } = await newShopper();
      for (let round = 0; round < 10; round++) {
        await setStock(shop, hoops.id, 1);
        const responses = await Promise.all([submit<PlacedOrder>(shopper), submit<PlacedOrder>(rival)]);
        expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
        expect(await stockOf(hoops.id)).toBe(0);
        const refused = responses.find(({ status }) => status === 400);
        expect(refused?.body).toMatchObject({
          data: { details: { line_items: { code: "out_of_stock", data: { lines: [{ index: 0, available: 0 }] } } } },
        });
      }
    });

    test("concurrent orders of the same products in different sequence do not deadlock", async () => {
      const { visitor: rival } = await newShopper();
      const there = [hoops.id, pearls.id].map((product_id) => ({ product_id, quantity: 1 }));
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          submit(index % 2 ? rival : shopper, aCodOrder({ line_items: index % 2 ? there : there.toReversed() })),
        ),
      );
      expect(responses.every(({ status }) => status === 201)).toBe(true);
      expect([await stockOf(hoops.id), await stockOf(pearls.id)]).toEqual([40, 40]);
    });

    test("lists each line that is out of stock with the available quantity", async () => {
      await setStock(shop, hoops.id, 2);
      const order = aCodOrder({
        line_items: [
          { product_id: pearls.id, quantity: 1 },
          { product_id: hoops.id, quantity: 3 },
        ],
      });
      const response = await submit<Problem>(shopper, order);
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: "rest_invalid_param",
          message: expect.stringMatching(/ chỉ còn 2 sản phẩm/),
          data: {
            params: { line_items: expect.stringContaining("2") },
            details: {
              line_items: { data: { lines: [{ index: 1, product_id: hoops.id, code: "out_of_stock", available: 2 }] } },
            },
          },
        },
      });
      expect([await ordersOf(customerId), await stockOf(pearls.id)]).toEqual([0, 50]);
    });

    test("P33, P34, P35: rejects unknown and unpublished products, variations of another product and missing options by name", async () => {
      const [variation] = await variationsOf(shop, 109);
      await setStatus(shop, 162, "draft");
      const lines = [
        [{ product_id: 999_999, quantity: 1 }, "not_found", "Sản phẩm số 999999 không còn bán."],
        [{ product_id: 162, quantity: 1 }, "not_found", "“Vòng tay hạt thạch anh hồng” không còn bán."],
        [{ product_id: 136, variation_id: variation?.id ?? 0, quantity: 1 }, "not_found", "Lựa chọn của “Bông tai nụ"],
        [
          { product_id: hoops.id, variation_id: variation?.id ?? 0, quantity: 1 },
          "not_found",
          "Lựa chọn của “Bông tai",
        ],
        [{ product_id: 109, quantity: 1 }, "option_required", "Vui lòng chọn option cho Nhẫn bạc trơn cổ điển."],
      ] as const;
      for (const [line, code, message] of lines) {
        const requests = [
          ["wc/v3/orders", "line_items", aCodOrder({ line_items: [line] })],
          ["lianne-vnpay/v1/create-payment", "items", anOnlinePayment({ items: [line] })],
          ["lianne-paypal/v1/create-payment", "items", anOnlinePayment({ items: [line], payment_method: "paypal" })],
        ] as const;
        for (const [path, field, body] of requests) {
          const response = await shopper.post<Problem>(`/wp-json/${path}`, body, { "idempotency-key": aKey() });
          expect(response, `${path} ${JSON.stringify(line)}`).toMatchObject({
            status: 400,
            body: { data: { details: { [field]: { code, data: { lines: [{ product_id: line.product_id }] } } } } },
          });
          expect(response.body.message).toContain(message);
        }
      }
      expect(await ordersOf(customerId)).toBe(0);
    });

    test("stores idempotency keys for one day", async () => {
      const key = aKey();
      const own = await openShop(engine);
      const visitor = own.client();
      const { username, password } = await visitor.register();
      const first = await submit(visitor, aCodOrder(), { key });
      own.clock.advance(dayMs - 30 * 60_000);
      await own.runJobs();
      expect(await submit(visitor, aCodOrder(), { key })).toMatchObject({ status: 200, body: { id: first.body.id } });
      own.clock.advance(61 * 60_000);
      await own.runJobs();
      await visitor.login(username, password);
      const second = await submit(visitor, aCodOrder(), { key });
      expect(second.status).toBe(201);
      expect(second.body.id).not.toBe(first.body.id);
      await own.close();
    });
  });

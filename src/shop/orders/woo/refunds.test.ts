import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Refund } from "#contract/woo/refund.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { ledgerOf, orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`refunds on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let order: WooOrder;
    const refunds = () => `${orderPath(order.id)}/refunds`;
    const refund = <Body = Refund>(body: unknown) => merchant.post<Body>(refunds(), body);
    const read = async () => (await merchant.get<WooOrder>(orderPath(order.id))).body;
    const line = (place: number) => order.line_items[place]?.id;

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 10);
      await setStock(shop, pearls.id, 10);
      order = await orderOf(merchant, {
        ...{ payment_method: "cod", set_paid: true },
        line_items: [{ product_id: hoops.id, quantity: 2 }, { product_id: pearls.id }],
        shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "30000" }],
      });
    });

    test("are limited to what the gateway was paid if the order's total has risen since", async () => {
      order = await orderOf(merchant, { line_items: [{ product_id: hoops.id }], payment_method: "vnpay_visa" });
      await shop.db.transaction((tx) =>
        tx.run(sql`
          insert into payment (order_id, attempt, method, reference, status, amount)
          values (${order.id}, 1, 'vnpay_visa', ${`${order.id}-1`}, 'succeeded', ${hoops.price})`),
      );
      await merchant.put(orderPath(order.id), { set_paid: true, line_items: [{ product_id: pearls.id }] });
      const tooMuch = await refund<Problem>({ amount: String(hoops.price + 1) });
      expect(tooMuch).toMatchObject({ status: 400, body: { code: "woocommerce_rest_cannot_create_order_refund" } });
      expect(tooMuch.body.message).toContain(String(hoops.price));
      expect(await refund({ amount: "1000" })).toMatchObject({ status: 201, body: { refunded_payment: true } });
      expect((await refund({ amount: String(hoops.price) })).status).toBe(400);
      const byHand = await refund({ amount: String(hoops.price), api_refund: false });
      expect(byHand).toMatchObject({ status: 201, body: { refunded_payment: false } });
    });

    test("of a part are recorded, listed and read, and do not change the order's status", async () => {
      const response = await refund({ amount: "100000", reason: "Trầy nhẹ", meta_data: [{ key: "erp", value: 1 }] });
      expect(response.status).toBe(201);
      expect(response.header("location")).toBe(`https://shop.example${refunds()}/${response.body.id}`);
      const made = Refund.parse(response.body);
      expect(made).toMatchObject({
        ...{ amount: "100000", reason: "Trầy nhẹ", refunded_payment: false, line_items: [], parent_id: order.id },
        meta_data: [{ id: 1, key: "erp", value: 1 }],
      });
      expect(await read()).toMatchObject({
        status: "completed",
        refunds: [{ id: made.id, reason: "Trầy nhẹ", total: "-100000" }],
      });
      expect((await merchant.get(`${refunds()}/${made.id}?dp=2`)).body).toMatchObject({ amount: "100000.00" });
      const second = (await refund({ amount: "5000" })).body;
      const listed = await merchant.get<Refund[]>(refunds());
      expect(listed.body.map(({ id }) => id)).toEqual([second.id, made.id]);
      expect(listed.header("x-wp-total")).toBe("2");
      const all = await merchant.get<Refund[]>(`/wp-json/wc/v3/refunds?per_page=1`);
      expect(all.body).toMatchObject([{ id: second.id }]);
      expect(Number(all.header("x-wp-total"))).toBeGreaterThanOrEqual(2);
    });

    test("by line restock once, and have the line's price", async () => {
      const body = {
        line_items: [
          { id: line(0), quantity: 1 },
          { id: order.shipping_lines[0]?.id, refund_total: "10000" },
        ],
      };
      const { body: made } = await refund(body);
      expect(made).toMatchObject({
        amount: String(hoops.price + 10_000),
        line_items: [
          {
            quantity: -1,
            total: `-${hoops.price}`,
            product_id: hoops.id,
            meta_data: [{ key: "_refunded_item_id", value: String(line(0)) }],
          },
        ],
        shipping_lines: [{ total: "-10000", method_id: "flat_rate" }],
      });
      expect(await stockOf(shop, hoops.id)).toBe(9);
      await refund({ amount: "1", line_items: [{ id: line(0), quantity: 2 }] });
      expect(await stockOf(shop, hoops.id)).toBe(10);
      await refund({ amount: "1", line_items: [{ id: line(1), quantity: 1 }], api_restock: false });
      expect(await stockOf(shop, pearls.id)).toBe(9);
      await merchant.put(orderPath(order.id), { status: "cancelled" });
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([10, 10]);
    });

    test("of the whole amount set the order to refunded", async () => {
      const half = Number(order.total) - 1_000;
      await refund({ amount: String(half) });
      expect(await read()).toMatchObject({ status: "completed" });
      await refund({ amount: "1000.00" });
      expect((await read()).refunds).toHaveLength(2);
      expect(await read()).toMatchObject({ status: "refunded" });
      expect((await ledgerOf(shop, order.id))[0]?.status).toBe("refunded");
      expect((await refund<Problem>({ amount: "1" })).body.code).toBe("woocommerce_rest_cannot_create_order_refund");
    });

    test("are requested at the gateway that took the payment, and manual otherwise", async () => {
      order = await orderOf(merchant, {
        payment_method: "vnpay_visa",
        set_paid: true,
        line_items: [{ product_id: pearls.id }],
      });
      await shop.db.transaction((tx) =>
        tx.run(sql`
          insert into payment (order_id, attempt, method, reference, status, amount)
          values (${order.id}, 1, 'vnpay_visa', ${`${order.id}-1`}, 'succeeded', ${pearls.price})`),
      );
      expect((await refund({ amount: "1000", api_refund: false })).body.refunded_payment).toBe(false);
      const requested = (await refund({ amount: "2000" })).body;
      expect(requested.refunded_payment).toBe(true);
      const rows = await shop.db.all(sql`select status from refund where order_id = ${order.id} order by id`);
      expect(rows).toEqual([{ status: "manual" }, { status: "requested" }]);
      expect((await merchant.delete<Problem>(`${refunds()}/${requested.id}?force=true`)).body.code).toBe(
        "woocommerce_rest_cannot_delete",
      );
    });

    test("are deleted only with force, and then the amount can be refunded again", async () => {
      const { body } = await refund({ amount: order.total, line_items: [{ id: line(0), quantity: 2 }] });
      expect(await merchant.delete<Problem>(`${refunds()}/${body.id}`)).toMatchObject({
        status: 501,
        body: { code: "woocommerce_rest_trash_not_supported" },
      });
      expect(await merchant.delete(`${refunds()}/${body.id}`, { force: true })).toMatchObject({
        status: 200,
        body: { id: body.id },
      });
      expect((await merchant.get(`${refunds()}/${body.id}`)).status).toBe(404);
      expect((await ledgerOf(shop, order.id))[0]?.status).toBe("succeeded");
      expect((await read()).refunds).toEqual([]);
      expect((await refund({ amount: "1000", line_items: [{ id: line(0), quantity: 2 }] })).status).toBe(201);
      expect(await stockOf(shop, hoops.id)).toBe(10);
    });

    test.each([
      ["woocommerce_rest_invalid_order_refund", {}],
      ["woocommerce_rest_invalid_order_refund", { amount: "0" }],
      ["woocommerce_rest_invalid_order_refund", { amount: "-5" }],
      ["woocommerce_rest_cannot_create_order_refund", { amount: "99999999" }],
      ["woocommerce_rest_invalid_item_id", { amount: "1", line_items: [{ id: 999_999, quantity: 1 }] }],
      ["rest_invalid_param", { amount: "1.5" }],
      ["rest_invalid_param", { amount: "all" }],
      ["rest_invalid_param", { line_items: [{}] }],
    ])("are refused as %s: %o", async (code, body) => {
      expect(await refund<Problem>(body)).toMatchObject({ status: 400, body: { code } });
      expect((await read()).refunds).toEqual([]);
    });

    test("are rejected for more units than ordered, and for unpaid orders", async () => {
      expect((await refund<Problem>({ line_items: [{ id: line(0), quantity: 3 }] })).body.code).toBe(
        "rest_invalid_param",
      );
      order = await orderOf(merchant, { payment_method: "cod", line_items: [{ product_id: hoops.id }] });
      expect((await refund<Problem>({ amount: "1000" })).body.code).toBe("woocommerce_rest_cannot_create_order_refund");
    });

    test("never exceed the payment or restock a unit twice when concurrent", async () => {
      const amount = String(Number(order.total) - 1);
      const responses = await Promise.all(
        [1, 2, 3].map(() => refund({ amount, line_items: [{ id: line(0), quantity: 2 }] })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      expect([(await read()).refunds.length, await stockOf(shop, hoops.id)]).toEqual([1, 10]);
    });

    test("require a merchant's key", async () => {
      const { body } = await refund({ amount: "1000" });
      const shopper = shop.client();
      await shopper.register();
      const keyless = shop.client({ headers: { authorization: null } });
      const reader = await merchantOf(shop, "read");
      for (const [visitor, reading, writing] of [
        [shopper, 403, 403],
        [keyless, 401, 401],
        [reader, 200, 401],
      ] as const) {
        expect((await visitor.get(refunds())).status).toBe(reading);
        expect((await visitor.get("/wp-json/wc/v3/refunds")).status).toBe(reading);
        expect((await visitor.get(`${refunds()}/${body.id}`)).status).toBe(reading);
        expect((await visitor.post(refunds(), { amount: "1" })).status).toBe(writing);
        expect((await visitor.delete(`${refunds()}/${body.id}?force=true`)).status).toBe(writing);
      }
      for (const call of [
        merchant.get(`${orderPath(999_999)}/refunds`),
        merchant.post(`${orderPath(999_999)}/refunds`, { amount: "1" }),
      ])
        expect(await call).toMatchObject({ status: 404, body: { code: "woocommerce_rest_shop_order_invalid_id" } });
      expect((await merchant.get(`${orderPath(999_999)}/refunds/${body.id}`)).status).toBe(404);
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { ledgerOf, orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`updating an order with a merchant's key on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let order: WooOrder;
    const line = () => order.line_items[0]?.id ?? 0;
    const put = <Body = WooOrder>(body: unknown, id = order.id) => merchant.put<Body>(orderPath(id), body);
    const stocks = async () => [await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)];

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 10);
      await setStock(shop, pearls.id, 10);
      order = await orderOf(merchant, {
        ...{
          payment_method: "cod",
          customer_note: "Gọi trước",
          billing: { first_name: "An", phone: "0912345678", email: "an@example.vn" },
        },
        line_items: [{ product_id: hoops.id, quantity: 2 }],
        shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "30000" }],
        meta_data: [
          { key: "erp", value: "1" },
          { key: "route", value: "north" },
        ],
      });
    });

    test("does not change fields that are not named", async () => {
      const { status, body } = await put({
        billing: { last_name: "Nguyễn", email: "an@example.com" },
        total: "1",
        id: 5,
      });
      expect(status).toBe(200);
      const { date_modified: _, date_modified_gmt: __, ...rest } = order;
      expect(body).toMatchObject({
        ...rest,
        billing: { ...order.billing, last_name: "Nguyễn", email: "an@example.com" },
      });
      for (const method of ["PATCH", "POST"] as const)
        expect((await merchant.call(method, orderPath(order.id), { transaction_id: method })).body).toMatchObject({
          transaction_id: method,
          customer_note: "Gọi trước",
        });
    });

    test("with the body as it was read changes nothing", async () => {
      const read = (await merchant.get<WooOrder>(orderPath(order.id))).body;
      const { body } = await put(read);
      expect({ ...body, date_modified: "", date_modified_gmt: "" }).toEqual({
        ...read,
        date_modified: "",
        date_modified_gmt: "",
      });
      const [variation] = await variationsOf(shop, 109);
      order = await orderOf(merchant, {
        billing: { email: "an@example.vn" },
        line_items: [{ variation_id: variation?.id, meta_data: [{ key: "engraving", value: "An" }] }],
      });
      const again = await put(order);
      expect(again.body.line_items).toEqual(order.line_items);
      const facts = order.line_items[0]?.meta_data.map((fact) => ({ ...fact, value: "60 mm" }));
      expect((await put({ line_items: [{ id: line(), meta_data: facts }] })).status).toBe(400);
    });

    test("merges metadata by key; null removes an entry", async () => {
      const meta_data = [
        { key: "erp", value: "2" },
        { key: "route", value: null },
        { key: "new", value: [1] },
      ];
      const { body } = await put({ meta_data });
      expect(body.meta_data).toEqual([
        { id: 1, key: "erp", value: "2" },
        { id: 2, key: "new", value: [1] },
      ]);
    });

    test("reserves stock for increased quantities, and releases it for decreased ones", async () => {
      const more = await put({
        line_items: [
          { id: line(), quantity: 5 },
          { product_id: pearls.id, quantity: 3 },
        ],
      });
      expect(more.body.total).toBe(String(5 * hoops.price + 3 * pearls.price + 30_000));
      expect(await stocks()).toEqual([5, 7]);
      expect(await ledgerOf(shop, order.id)).toEqual([
        { status: "pending", amount: 5 * hoops.price + 3 * pearls.price + 30_000 },
      ]);
      const less = await put({ line_items: [{ id: line(), quantity: 1, total: "100000", subtotal: "100000" }] });
      expect(less.body.line_items).toMatchObject([{ quantity: 1, total: "100000" }, { quantity: 3 }]);
      expect(await stocks()).toEqual([9, 7]);
      const none = await put({
        line_items: [
          { id: line(), quantity: 0 },
          { id: less.body.line_items[1]?.id, product_id: null },
        ],
      });
      expect(none.body).toMatchObject({ line_items: [], total: "30000" });
      expect(await stocks()).toEqual([10, 10]);
    });

    test("changes the product of a line, and the price with it", async () => {
      const { body } = await put({ line_items: [{ id: line(), product_id: pearls.id }] });
      expect(body.line_items).toMatchObject([
        { id: line(), product_id: pearls.id, quantity: 2, total: String(2 * pearls.price) },
      ]);
      expect(await stocks()).toEqual([10, 8]);
    });

    test("changes, adds and removes shipping and fees", async () => {
      const [ghn] = order.shipping_lines;
      const { body } = await put({
        shipping_lines: [
          { id: ghn?.id, total: "10000" },
          { method_id: "express", method_title: "Hoả tốc", total: "50000" },
        ],
        fee_lines: [{ name: "Gói quà", total: "20000" }],
      });
      expect(body).toMatchObject({
        ...{ shipping_total: "60000", total: String(2 * hoops.price + 80_000) },
        shipping_lines: [{ id: ghn?.id, method_title: "GHN", total: "10000" }, { method_id: "express" }],
      });
      const gone = await put({
        shipping_lines: [{ id: ghn?.id, method_id: null }],
        fee_lines: [{ id: body.fee_lines[0]?.id, name: null }],
      });
      expect(gone.body).toMatchObject({
        fee_lines: [],
        shipping_lines: [{ method_id: "express" }],
        total: String(2 * hoops.price + 50_000),
      });
    });

    test.each([
      ["woocommerce_rest_invalid_item_id", { line_items: [{ id: 999_999, quantity: 1 }] }],
      ["woocommerce_rest_invalid_item_id", { shipping_lines: [{ id: 999_999, method_id: null }] }],
      ["woocommerce_rest_required_product_reference", { line_items: [{ quantity: 1 }] }],
      ["woocommerce_rest_invalid_customer_id", { customer_id: 999_999 }],
      ["woocommerce_rest_invalid_coupon", { coupon_lines: [{ code: "TET" }] }],
      ["rest_invalid_param", { line_items: [{ product_id: hoops.id, quantity: 0 }] }],
      ["rest_invalid_param", { line_items: [{ product_id: hoops.id, quantity: 9 }] }],
      ["rest_invalid_param", { status: "trash" }],
      ["rest_invalid_param", { status: "shipped" }],
      ["rest_invalid_param", { fee_lines: [{ name: "x", total: "-99999999" }] }],
    ])("is left as it was by %s", async (code, body) => {
      const response = await put<Problem>({ customer_note: "changed", ...body });
      expect(response).toMatchObject({ status: 400, body: { code } });
      expect((await merchant.get(orderPath(order.id))).body).toMatchObject({
        customer_note: "Gọi trước",
        total: order.total,
      });
      expect(await stocks()).toEqual([8, 10]);
    });

    test("may set any status, with all side effects, under the key's name", async () => {
      expect((await put({ status: "cancelled" })).body).toMatchObject({ status: "cancelled", total: order.total });
      expect([await stockOf(shop, hoops.id), (await ledgerOf(shop, order.id))[0]?.status]).toEqual([10, "cancelled"]);
      expect((await put({ status: "processing" })).body).toMatchObject({ status: "processing", date_paid: null });
      expect([await stockOf(shop, hoops.id), (await ledgerOf(shop, order.id))[0]?.status]).toEqual([8, "pending"]);
      expect((await put({ status: "completed" })).body).toMatchObject({
        date_paid: expect.any(String),
        date_completed: expect.any(String),
      });
      expect(await ledgerOf(shop, order.id)).toEqual([{ status: "succeeded", amount: Number(order.total) }]);
      const events = await shop.db.all(
        sql`select to_status "to" from order_event where order_id = ${order.id} and actor like 'merchant:%' order by id`,
      );
      expect(events).toEqual(["pending", "cancelled", "processing", "completed"].map((to) => ({ to })));
    });

    test("does not reopen it without stock", async () => {
      await put({ status: "cancelled" });
      await setStock(shop, hoops.id, 1);
      const response = await put<Problem>({ status: "processing", customer_note: "changed" });
      expect(response).toMatchObject({
        status: 400,
        body: { data: { details: { line_items: { code: "out_of_stock" } } } },
      });
      expect((await merchant.get(orderPath(order.id))).body).toMatchObject({
        status: "cancelled",
        customer_note: "Gọi trước",
      });
      // with fewer units it succeeds
      expect((await put({ status: "processing", line_items: [{ id: line(), quantity: 1 }] })).status).toBe(200);
      expect(await stockOf(shop, hoops.id)).toBe(0);
    });

    test("records a payment, which can be refunded", async () => {
      const paid = await put({ set_paid: true });
      expect(paid.body).toMatchObject({ status: "completed", date_paid: expect.any(String) });
      const back = await put({ status: "refunded" });
      expect(back.body).toMatchObject({
        status: "refunded",
        refunds: [{ reason: "Order fully refunded.", total: `-${order.total}` }],
      });
      expect((await ledgerOf(shop, order.id))[0]?.status).toBe("refunded");
    });

    test("opens or closes the COD payment with the payment method", async () => {
      await put({ payment_method: "bacs", payment_method_title: "Chuyển khoản" });
      expect((await ledgerOf(shop, order.id))[0]?.status).toBe("cancelled");
      await put({ payment_method: "cod" });
      expect(await ledgerOf(shop, order.id)).toEqual([{ status: "pending", amount: Number(order.total) }]);
    });

    test("is 400 for an unknown id, and requires a merchant's key with write access", async () => {
      expect(await put<Problem>({ status: "completed" }, 999_999)).toMatchObject({
        status: 400,
        body: { code: "woocommerce_rest_shop_order_invalid_id" },
      });
      const shopper = shop.client();
      const { id } = await shopper.register();
      await put({ customer_id: id });
      expect((await shopper.put(orderPath(order.id), { status: "completed" })).status).toBe(403);
      expect((await shop.client({ headers: { authorization: null } }).put(orderPath(order.id), {})).status).toBe(401);
      expect((await (await merchantOf(shop, "read")).put(orderPath(order.id), {})).status).toBe(401);
      expect((await shopper.get(orderPath(order.id))).body).toMatchObject({ status: "pending" });
    });

    test("by concurrent requests reserves exactly the stock of the final lines", async () => {
      const writes = Array.from({ length: 6 }, (_, index) =>
        put({
          line_items: [
            { id: line(), quantity: index + 1 },
            { product_id: pearls.id, quantity: 1 },
          ],
        }),
      );
      const statuses = (await Promise.all(writes)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const after = (await merchant.get<WooOrder>(orderPath(order.id))).body.line_items;
      const reservedOf = (id: number) =>
        after.filter(({ product_id }) => product_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
      expect(after.filter(({ product_id }) => product_id === pearls.id)).toHaveLength(6);
      expect(await stocks()).toEqual([10 - reservedOf(hoops.id), 4]);
    });

    test("concurrently with another order of the last units neither oversells nor deadlocks", async () => {
      const other = await orderOf(merchant, { line_items: [{ product_id: pearls.id, quantity: 2 }] });
      await setStock(shop, hoops.id, 3);
      await setStock(shop, pearls.id, 3);
      const responses = await Promise.all([
        put({
          line_items: [
            { id: line(), quantity: 0 },
            { product_id: pearls.id, quantity: 5 },
          ],
        }),
        put(
          {
            line_items: [
              { id: other.line_items[0]?.id, quantity: 0 },
              { product_id: hoops.id, quantity: 5 },
            ],
          },
          other.id,
        ),
      ]);
      // five units of each are available only after the other order has released its two
      const served = responses.filter(({ status }) => status === 200).length;
      expect(responses.every(({ status }) => status === 200 || status === 400)).toBe(true);
      const [first, second] = await stocks();
      expect(first).toBeGreaterThanOrEqual(0);
      expect(second).toBeGreaterThanOrEqual(0);
      expect(served).toBeLessThan(2);
    });

    test("while it is cancelled releases its stock once", async () => {
      await Promise.all([
        put({ status: "cancelled" }),
        put({ line_items: [{ id: line(), quantity: 4 }] }),
        put({ status: "cancelled" }),
      ]);
      expect(await stockOf(shop, hoops.id)).toBe(10);
    });
  });

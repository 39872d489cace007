import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, aKey, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { createOrder, ledgerOf, orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus, setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/orders";
const two = { line_items: [{ product_id: hoops.id, quantity: 2 }] };

for (const engine of engines)
  describe(`orders created by a merchant's program on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    const count = async () => (await shop.db.all(sql`select id from orders`)).length;

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 10);
      await setStock(shop, pearls.id, 10);
    });

    test("is priced from the catalog, and reserves stock while pending", async () => {
      const response = await createOrder(merchant, {
        ...two,
        ...{ payment_method: "bacs", payment_method_title: "Chuyển khoản", total: "1", order_key: "mine", number: "5" },
        billing: { first_name: "An", last_name: "Ng", address_1: "12 Hang Bac", email: "an@example.com" },
        shipping_lines: [
          { method_id: "ghn", method_title: "GHN", total: "30000" },
          { method_id: "gift_wrap", method_title: "Gói quà", total: "15000.00" },
        ],
        fee_lines: [{ name: "Giảm giá khách quen", total: "-20000" }],
        meta_data: [
          { key: "ward_code", value: "00040" },
          { key: "erp", value: { id: 7, tags: ["a"] } },
        ],
      });
      expect(response.status).toBe(201);
      expect(response.header("location")).toBe(`https://shop.example${orderPath(response.body.id)}`);
      const order = WooOrder.parse(response.body);
      expect(order).toMatchObject({
        ...{ status: "pending", currency: "VND", customer_id: 0, number: String(order.id), created_via: "rest-api" },
        ...{ total: String(2 * hoops.price + 25_000), shipping_total: "45000", discount_total: "0", date_paid: null },
        order_key: expect.stringMatching(/^wc_order_[A-Za-z0-9]{13}$/),
        billing: { first_name: "An", company: "", phone: "", email: "an@example.com" },
        shipping: { first_name: "", country: "" },
        line_items: [{ product_id: hoops.id, variation_id: 0, quantity: 2, price: hoops.price, parent_name: null }],
        shipping_lines: [
          { method_id: "ghn", method_title: "GHN", total: "30000" },
          { method_id: "gift_wrap", total: "15000" },
        ],
        fee_lines: [{ name: "Giảm giá khách quen", total: "-20000" }],
        meta_data: [
          { id: 1, key: "ward_code", value: "00040" },
          { id: 2, key: "erp", value: { id: 7, tags: ["a"] } },
        ],
      });
      const ids = [...order.line_items, ...order.shipping_lines, ...order.fee_lines].map(({ id }) => id);
      expect(new Set(ids).size).toBe(4);
      expect(await stockOf(shop, hoops.id)).toBe(8);
      expect(await ledgerOf(shop, order.id)).toEqual([]);
      expect((await merchant.get<WooOrder>(`${orderPath(order.id)}?dp=2`)).body).toMatchObject({
        ...{ total: `${2 * hoops.price + 25_000}.00`, shipping_total: "45000.00" },
        line_items: [{ total: `${2 * hoops.price}.00`, price: hoops.price }],
      });
    });

    test("may be empty", async () => {
      for (const body of [{}, { line_items: [], coupon_lines: [], status: null }]) {
        const { status, body: order } = await createOrder(merchant, body);
        expect([status, order.status, order.total, order.line_items]).toEqual([201, "pending", "0", []]);
        expect(WooOrder.parse(order)).toMatchObject({ needs_payment: false, needs_processing: false });
      }
    });

    test("names its lines by product, by variation, or by SKU, which takes precedence", async () => {
      const [variation] = await variationsOf(shop, 109);
      const variationId = variation?.id ?? 0;
      const { sku } = (await merchant.get<{ sku: string }>(`/wp-json/wc/v3/products/${pearls.id}`)).body;
      const order = await orderOf(merchant, {
        line_items: [
          { product_id: variationId },
          { variation_id: variationId, product_id: 1, quantity: "2" },
          { sku, product_id: hoops.id },
        ],
      });
      expect(order.line_items).toMatchObject([
        { product_id: 109, variation_id: variationId, quantity: 1, parent_name: expect.any(String) },
        { product_id: 109, variation_id: variationId, quantity: 2 },
        { product_id: pearls.id, sku, quantity: 1, total: String(pearls.price) },
      ]);
      const [line] = order.line_items;
      expect(line?.meta_data.map(({ key }) => key)).toContain("pa_size");
      expect(line?.name).toContain(` - ${line?.meta_data[0]?.display_value}`);
    });

    test("accepts prices, names and metadata; a reduction is shown as discount", async () => {
      const order = await orderOf(merchant, {
        line_items: [
          { product_id: hoops.id, quantity: 2, subtotal: "800000", total: "600000", name: "Khuyên khắc tên" },
          { product_id: pearls.id, total: "900000", meta_data: [{ key: "engraving", value: "An" }] },
          { product_id: pearls.id, total: "0" },
        ],
      });
      expect(order).toMatchObject({ total: "1500000", discount_total: String(200_000 + pearls.price) });
      expect(order.line_items).toMatchObject([
        { name: "Khuyên khắc tên", subtotal: "800000", total: "600000", price: 300_000 },
        { subtotal: "900000", total: "900000", meta_data: [{ id: 1, key: "engraving", display_value: "An" }] },
        { subtotal: String(pearls.price), total: "0", price: 0 },
      ]);
    });

    test("with set_paid is completed for cash, else processing", async () => {
      const cash = await orderOf(merchant, { ...two, payment_method: "cod", set_paid: true });
      expect(cash).toMatchObject({
        status: "completed",
        date_paid: expect.any(String),
        date_completed: expect.any(String),
      });
      expect(await ledgerOf(shop, cash.id)).toEqual([{ status: "succeeded", amount: 2 * hoops.price }]);
      const bank = await orderOf(merchant, { ...two, payment_method: "bacs", set_paid: true, transaction_id: "T1" });
      expect(bank).toMatchObject({ status: "processing", date_paid: expect.any(String), transaction_id: "T1" });
      expect(bank.date_completed).toBeNull();
    });

    test("has a COD payment in the ledger, unless it is closed", async () => {
      const cash = await orderOf(merchant, { ...two, payment_method: "cod", status: "processing" });
      expect(cash.date_paid).toBeNull();
      expect(await ledgerOf(shop, cash.id)).toEqual([{ status: "pending", amount: 2 * hoops.price }]);
      const over = await orderOf(merchant, { ...two, payment_method: "cod", status: "cancelled" });
      expect(await ledgerOf(shop, over.id)).toEqual([]);
      expect(await stockOf(shop, hoops.id)).toBe(8);
    });

    test("belongs to the named customer and is visible to them", async () => {
      const shopper = shop.client();
      const { id } = await shopper.register();
      const order = await orderOf(merchant, { ...two, customer_id: id });
      expect(order).toMatchObject({
        customer_id: id,
        _links: { customer: [{ href: expect.stringMatching(`/customers/${id}$`) }] },
      });
      expect((await shopper.get(orderPath(order.id))).status).toBe(200);
      expect(
        (await shopper.get<{ orders: unknown[] }>(`/wp-json/custom/v1/order-data?customer_id=${id}`)).body.orders,
      ).toHaveLength(1);
    });

    test.each([
      ["woocommerce_rest_shop_order_exists", { id: 5 }],
      ["woocommerce_rest_invalid_customer_id", { customer_id: 999_999 }],
      ["woocommerce_rest_required_product_reference", { line_items: [{ quantity: 1 }] }],
      ["woocommerce_rest_invalid_item_id", { line_items: [{ id: 1, product_id: hoops.id }] }],
      ["woocommerce_rest_invalid_shipping_item", { shipping_lines: [{ total: "1" }] }],
      ["woocommerce_rest_invalid_fee_item", { fee_lines: [{ total: "1" }] }],
      ["woocommerce_rest_invalid_coupon", { coupon_lines: [{ code: "TET" }] }],
    ])("is refused as %s", async (code, body) => {
      const before = await count();
      expect(await createOrder<Problem>(merchant, { ...two, ...body })).toMatchObject({ status: 400, body: { code } });
      expect([await count(), await stockOf(shop, hoops.id)]).toEqual([before, 10]);
    });

    test.each([
      ["line_items", "rest_out_of_bounds", { line_items: [{ product_id: hoops.id, quantity: 0 }] }],
      ["line_items", "rest_out_of_bounds", { line_items: [{ product_id: hoops.id, quantity: -1 }] }],
      ["line_items", "rest_invalid_type", { line_items: [{ product_id: hoops.id, quantity: 1.5 }] }],
      ["line_items", "rest_invalid_type", { line_items: [{ product_id: hoops.id, total: 5 }] }],
      ["line_items", "rest_invalid_type", { line_items: { product_id: hoops.id } }],
      ["line_items", "not_found", { line_items: [{ product_id: 999_999 }] }],
      ["line_items", "not_found", { line_items: [{ sku: "no such code" }] }],
      ["line_items", "option_required", { line_items: [{ product_id: 109 }] }],
      [
        "line_items",
        "out_of_stock",
        {
          line_items: [
            { product_id: hoops.id, quantity: 6 },
            { product_id: hoops.id, quantity: 6 },
          ],
        },
      ],
      ["shipping_lines", "rest_invalid_type", { shipping_lines: [{ method_id: "ghn", total: 30_000 }] }],
      ["shipping_lines", "rest_invalid_param", { shipping_lines: [{ method_id: "ghn", total: "-5" }] }],
      ["fee_lines", "rest_invalid_param", { fee_lines: [{ name: "Giảm", total: "-99999999" }] }],
      ["billing", "rest_invalid_email", { billing: { email: "" } }],
      ["billing", "rest_invalid_email", { billing: { email: "an@" } }],
      ["status", "rest_not_in_enum", { status: "wc-processing" }],
      ["currency", "rest_not_in_enum", { currency: "USD" }],
      ["parent_id", "rest_out_of_bounds", { parent_id: 7 }],
      ["meta_data", "rest_invalid_type", { meta_data: "all" }],
    ])("is refused for its %s: %s", async (name, code, body) => {
      const before = await count();
      const response = await createOrder<Problem>(merchant, { ...two, ...body });
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: "rest_invalid_param",
          data: { params: { [name]: expect.any(String) }, details: { [name]: { code } } },
        },
      });
      expect([await count(), await stockOf(shop, hoops.id)]).toEqual([before, 10]);
    });

    test("is rejected with WooCommerce's messages", async () => {
      const wrong = { billing: { email: "" }, line_items: [{ product_id: hoops.id, quantity: 1.5 }] };
      const response = await createOrder<Problem>(merchant, wrong);
      expect(response.body.message).toBe("Invalid parameter(s): billing, line_items");
      expect(response.body.data.params).toEqual({
        billing: "Invalid email address.",
        line_items: "line_items[0][quantity] is not of type integer.",
      });
    });

    test("lists each line that is out of stock", async () => {
      await setStock(shop, hoops.id, 1);
      const response = await createOrder<Problem>(merchant, {
        line_items: [{ product_id: pearls.id }, ...two.line_items],
      });
      expect(response.body.data.details?.line_items).toMatchObject({
        message: expect.stringContaining("line_items[1]"),
        data: { lines: [{ index: 1, product_id: hoops.id, code: "out_of_stock", available: 1 }] },
      });
    });

    test("accepts any quantity of unmanaged stock that is available", async () => {
      const set = (quantity: number, managed: boolean) =>
        shop.db.transaction((tx) =>
          tx.run(sql`update stock set quantity = ${quantity}, managed = ${managed}
                     where id = (select stock_id from product where id = ${hoops.id})`),
        );
      await set(1, false);
      const order = await orderOf(merchant, two);
      await merchant.put(orderPath(order.id), { line_items: [{ id: order.line_items[0]?.id, quantity: 7 }] });
      await merchant.put(orderPath(order.id), { status: "cancelled" });
      expect(await stockOf(shop, hoops.id)).toBe(1);
      await set(0, false);
      expect((await createOrder(merchant, two)).status).toBe(400);
      await set(10, true);
    });

    test("may contain unpublished drafts, but nothing from the trash", async () => {
      await setStatus(shop, pearls.id, "draft");
      expect((await createOrder(merchant, { line_items: [{ product_id: pearls.id }] })).status).toBe(201);
      await setStatus(shop, pearls.id, "trash");
      expect((await createOrder(merchant, { line_items: [{ product_id: pearls.id }] })).status).toBe(400);
      await setStatus(shop, pearls.id, "publish");
    });

    test("is one order for one Idempotency-Key, and several without", async () => {
      const send = (key: string, body: unknown = two) =>
        merchant.post<WooOrder>(path, body, { "idempotency-key": key });
      const key = aKey();
      const responses = await Promise.all([send(key), send(key), send(key)]);
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
      expect(await stockOf(shop, hoops.id)).toBe(8);
      expect((await send(key, {})).status).toBe(422);
      expect((await send("two words")).status).toBe(400);
      const other = await merchantOf(shop);
      expect((await other.post(path, two, { "idempotency-key": key })).status).toBe(201);
      const [one, another] = [await orderOf(merchant, two), await orderOf(merchant, two)];
      expect(one.id).not.toBe(another.id);
    });

    test("requires a merchant's key", async () => {
      const reader = await merchantOf(shop, "read");
      expect((await createOrder<Problem>(reader, two)).body.code).toBe("woocommerce_rest_authentication_error");
      const keyless = shop.client({ headers: { authorization: null } });
      expect(await createOrder<Problem>(keyless, two)).toMatchObject({
        status: 401,
        body: { code: "woocommerce_rest_cannot_create" },
      });
      const shopper = shop.client();
      const { id } = await shopper.register();
      const order = {
        ...aCodOrder(),
        set_paid: true,
        status: "completed",
        customer_id: 1,
        fee_lines: [{ name: "x", total: "-1" }],
      };
      const { body } = await submit<WooOrder>(shopper, order);
      expect(body).toMatchObject({
        status: "pending",
        customer_id: id,
        fee_lines: [],
        shipping_lines: [{ method_id: "flat_rate" }],
      });
      expect(body.line_items[0]?.id).not.toBe(body.shipping_lines[0]?.id);
    });
  });

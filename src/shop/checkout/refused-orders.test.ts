import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, anOnlinePayment, benNghe, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/orders";

for (const engine of engines)
  describe(`rejected orders on ${engine.name}`, () => {
    let shop: TestShop;
    let shopper: Visitor;
    let before: number;
    const orders = async (): Promise<number> => (await shop.db.all(sql`select id from orders`)).length;
    const fieldsOf = (body: Problem): Record<string, string> =>
      Object.assign(
        {},
        ...Object.values(body.data.details ?? {}).map(({ data }) => (data as { fields?: object } | null)?.fields ?? {}),
      ) as Record<string, string>;

    beforeAll(async () => {
      shop = await openShop(engine);
      shopper = shop.client();
      await shopper.register();
      before = await orders();
    });

    test("without a session, a key or an Origin", async () => {
      expect((await submit(shop.client())).status).toBe(401);
      const keyless = shop.client({ headers: { authorization: null } });
      expect(await submit<Problem>(keyless)).toMatchObject({
        status: 401,
        body: { code: "woocommerce_rest_cannot_create" },
      });
      for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
        expect((await submit(shopper, aCodOrder(), { headers })).status).toBe(403);
    });

    test.each([null, "", "x".repeat(201), "tại sao", "two words"])("with %j as its Idempotency-Key", async (key) => {
      const response = await shopper.post<Problem>(path, aCodOrder(), { "idempotency-key": key });
      expect(response).toMatchObject({ status: 400, body: { code: "rest_invalid_param" } });
    });

    test.each([0, -1, 1.5, 1000, 1e12, "abc", "1.5", "", null, [1], {}, true])(
      "for a quantity of %j",
      async (quantity) => {
        const response = await submit<Problem>(
          shopper,
          aCodOrder({ line_items: [{ product_id: hoops.id, quantity }] as never }),
        );
        expect(response).toMatchObject({ status: 400, body: { data: { params: { line_items: expect.any(String) } } } });
      },
    );

    test.each([-1, 0, 2_147_483_648, 1e308, "1 or 1=1", "143; drop table orders", {}, [143], null])(
      "for product %j",
      async (product_id) => {
        const response = await submit<Problem>(
          shopper,
          aCodOrder({ line_items: [{ product_id, quantity: 1 }] as never }),
        );
        expect(response).toMatchObject({ status: 400, body: { code: "rest_invalid_param" } });
      },
    );

    test("for more of one product, over several lines, than one line may have", async () => {
      const line_items = Array.from({ length: 100 }, () => ({ product_id: hoops.id, quantity: 999 }));
      expect(await submit<Problem>(shopper, aCodOrder({ line_items }))).toMatchObject({
        status: 400,
        body: { data: { details: { line_items: { code: "out_of_stock" } } } },
      });
    });

    test.each([
      ["empty", "{}", "application/json", 400],
      ["null", "null", "application/json", 400],
      ["a list", "[]", "application/json", 400],
      ["cut off", "{", "application/json", 400],
      ["over a megabyte", "x".repeat(1_100_000), "application/json", 413],
      ["XML", "<order/>", "application/xml", 415],
    ])("when the body is %s", async (_what, body, type, status) => {
      const headers = { "idempotency-key": aKey(), "content-type": type };
      const response = await shopper.post(path, body, headers);
      expect(response.status).toBe(status);
    });

    test("with each missing field, in both languages", async () => {
      const empty = { ...aCodOrder(), billing: {}, meta_data: [], line_items: [] };
      const vi = await submit<Problem>(shopper, empty);
      expect(vi.status).toBe(400);
      expect(fieldsOf(vi.body)).toEqual({
        email: "Email là bắt buộc.",
        phone: "Số điện thoại là bắt buộc.",
        firstName: "Tên là bắt buộc.",
        lastName: "Họ là bắt buộc.",
        address: "Địa chỉ là bắt buộc.",
        city: "Tỉnh / Thành phố là bắt buộc.",
        state: "Quận / Huyện là bắt buộc.",
        ward: "Phường / Xã là bắt buộc.",
        zipCode: "Mã bưu chính là bắt buộc.",
        cart: "Giỏ hàng trống.",
      });
      const en = await shopper.post<Problem>(`${path}?lang=en`, empty, { "idempotency-key": aKey() });
      expect(fieldsOf(en.body)).toMatchObject({ email: "Email is required.", zipCode: "Zip code is required." });
      expect(en.body.message).toContain("Ward is required.");
    });

    test("with each invalid field", async () => {
      const { billing } = aCodOrder();
      const wrong = {
        ...billing,
        email: "ngoc@",
        phone: "0212345678",
        postcode: "7000",
        first_name: "1",
        address_1: "Q".repeat(301),
      };
      const response = await shopper.post<Problem>(`${path}?lang=en`, aCodOrder({ billing: wrong }), {
        "idempotency-key": aKey(),
      });
      expect(fieldsOf(response.body)).toEqual({
        email: "Please enter a valid email address.",
        phone: "Please enter a valid Vietnamese phone number.",
        firstName: "The first name has 2 to 60 letters, no digits or symbols",
        address: "The address has 300 characters at most.",
        zipCode: "The zip code has 5 or 6 digits.",
      });
    });

    test.each([
      { ...benNghe, wardCode: "00001" },
      { ...benNghe, provinceId: 900_001 },
      { ...benNghe, districtId: 1 },
      { ...benNghe, wardCode: "26740 " },
    ])("to a ward that is not there: %o", async (ward) => {
      const response = await submit<Problem>(shopper, aCodOrder({ ward }));
      expect(response.status).toBe(400);
      expect(fieldsOf(response.body)).toHaveProperty("ward");
    });

    test.each([
      ["customer_note", { customer_note: "a\u0000b" }],
      ["customer_note", { customer_note: "x".repeat(2_001) }],
      ["customer_note", { customer_note: { $ne: 1 } }],
      ["address_1", { billing: { ...aCodOrder().billing, address_1: "a\u0000b" } }],
      ["address_1", { billing: { ...aCodOrder().billing, address_1: "x".repeat(301) } }],
      ["country", { billing: { ...aCodOrder().billing, country: "US" } }],
      ["meta_data", { meta_data: [...(aCodOrder().meta_data ?? []), { key: "a\u0000b", value: "\u0000" }] }],
      ["meta_data", { meta_data: [...(aCodOrder().meta_data ?? []), { key: "k", value: { nested: 1 } }] }],
      ["meta_data", { meta_data: "all" }],
      ["shipping_lines", { shipping_lines: [{ method_id: "drone" }] }],
      ["shipping_lines", { shipping_lines: {} }],
      ["line_items", { line_items: { product_id: hoops.id } }],
      ["payment_method", { payment_method: ["cod"] }],
    ])("with a %s that cannot be", async (_field, own) => {
      const response = await submit<Problem>(shopper, { ...aCodOrder(), ...own });
      expect([response.status, response.body.code]).toEqual([400, expect.stringMatching(/^rest_/)]);
    });

    test("when the gateway is not configured, after the same checks", async () => {
      for (const gateway of ["lianne-vnpay", "lianne-paypal"]) {
        const url = `/wp-json/${gateway}/v1/create-payment`;
        const send = (body: unknown, headers = { "idempotency-key": aKey() }, from = shopper) =>
          from.post<Problem>(url, body, headers);
        expect(await send(anOnlinePayment())).toMatchObject({
          status: 400,
          body: { code: "payment_method_not_offered", message: "Phương thức này tạm thời chưa sẵn sàng." },
        });
        expect((await send(anOnlinePayment(), undefined, shop.client())).status).toBe(401);
        expect((await send(anOnlinePayment(), { "idempotency-key": "" })).status).toBe(400);
        expect((await send(anOnlinePayment({ items: [{ product_id: 999_999, quantity: 1 }] }))).body.code).toBe(
          "rest_invalid_param",
        );
        expect((await send({})).body.code).toBe("rest_invalid_param");
      }
      const response = await submit<Problem>(shopper, { ...aCodOrder(), payment_method: "paypal" });
      expect(response).toMatchObject({
        status: 400,
        body: { data: { params: { payment_method: expect.any(String) } } },
      });
    });

    test.each([
      ["vi", "Phương thức này tạm thời chưa sẵn sàng."],
      ["en", "This method is not available at the moment."],
    ])("with an unknown payment method, in %s", async (lang, message) => {
      const key = { "idempotency-key": aKey() };
      const online = { ...anOnlinePayment(), payment_method: "momo" };
      const cash = { ...aCodOrder(), payment_method: "momo" };
      for (const response of [
        await shopper.post<Problem>(`/wp-json/lianne-vnpay/v1/create-payment?lang=${lang}`, online, key),
        await shopper.post<Problem>(`/wp-json/wc/v3/orders?lang=${lang}`, cash, key),
      ])
        expect(response).toMatchObject({
          status: 400,
          body: { message, data: { params: { payment_method: message } } },
        });
    });

    test.each([
      ["vi", / chỉ còn \d+ sản phẩm/, /phải|không được/],
      ["en", /^Only \d+ of/, /must|is not/],
    ])(
      "in %s with the stock for any quantity, and no technical words of another language",
      async (lang, stock, technical) => {
        const send = (own: object) =>
          shopper.post<Problem>(
            `/wp-json/wc/v3/orders?lang=${lang}`,
            { ...aCodOrder(), ...own },
            { "idempotency-key": aKey() },
          );
        for (const quantity of [1000, 2_147_483_647]) {
          const { status, body } = await send({ line_items: [{ product_id: hoops.id, quantity }] });
          expect([status, body.message]).toEqual([400, expect.stringMatching(stock)]);
        }
        const wrong = [{ shipping_lines: [{ method_id: "drone" }] }, { customer_note: "x".repeat(2_001) }];
        for (const own of wrong) expect((await send(own)).body.message).toMatch(technical);
      },
    );

    test("and store nothing", async () => {
      expect(await orders()).toBe(before);
      expect(await shop.db.all(sql`select from idempotency_key`)).toEqual([]);
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import { StoreOrder } from "#contract/order.ts";
import { OrderHistory } from "#contract/order-history.ts";
import { PaymentState } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { demoAccount } from "#fixtures/seed/index.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { variationsOf } from "#fixtures/testing/set-stock.ts";
import { signedHeader } from "#fixtures/testing/sign-oauth.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { createMerchantKey } from "#shop/kernel/auth/merchant-keys.ts";
import { transitionOrder } from "./index.ts";

const orderPath = (id: number | string) => `/wp-json/wc/v3/orders/${id}`;
const history = "/wp-json/custom/v1/order-data";
const callback = "/wp-json/lianne-vnpay/v1/payment-callback";

for (const engine of engines)
  describe(`a customer's own orders on ${engine.name}`, () => {
    let shop: TestShop;
    let owner: Visitor;
    let ownerId: number;
    let stranger: Visitor;
    let orderId: number;

    beforeAll(async () => {
      shop = await openShop(engine);
      owner = shop.client();
      ownerId = (await owner.register()).id;
      stranger = shop.client();
      await stranger.register();
      const [variation] = await variationsOf(shop, 109);
      const line_items = [{ product_id: 109, variation_id: variation?.id, quantity: 1 }];
      orderId = (await submit(owner, aCodOrder({ line_items }))).body.id;
    });

    test("are read by their owner in WooCommerce's full format", async () => {
      const { status, body } = await owner.get<object>(orderPath(orderId));
      expect(status).toBe(200);
      expect(StoreOrder.parse(body)).toMatchObject({ id: orderId, currency_symbol: "₫" });
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(
          `parent_id version date_modified_gmt discount_tax cart_tax total_tax prices_include_tax customer_ip_address
           customer_user_agent date_paid_gmt date_completed cart_hash meta_data tax_lines shipping_lines fee_lines
           coupon_lines refunds payment_url is_editable needs_payment needs_processing _links`.split(/\s+/),
        ),
      );
      const padded = await owner.get<{ total: string }>(`${orderPath(orderId)}?dp=2`);
      expect(padded.body.total).toMatch(/^\d+\.00$/);
    });

    test("are read by their owner only", async () => {
      expect(await stranger.get<Problem>(orderPath(orderId))).toMatchObject({
        status: 404,
        body: { code: "woocommerce_rest_shop_order_invalid_id" },
      });
      const other = await stranger.get<Problem>(orderPath(999_999_999));
      expect(other.body.message).toBe((await stranger.get<Problem>(orderPath(orderId))).body.message);
      expect((await shop.client().get(orderPath(orderId))).status).toBe(401);
      expect((await shop.client({ headers: { authorization: null } }).get(orderPath(orderId))).status).toBe(401);
    });

    test.each(["abc", "-1", "1.5", "0", "99999999999", "1%20or%201=1", `1%27`])("return 404 for id %s", async (id) => {
      expect((await owner.get(orderPath(id))).status).toBe(404);
    });

    test("are read by a merchant's key", async () => {
      const { consumerKey: key, consumerSecret: secret } = await shop.db.transaction((tx) =>
        createMerchantKey(tx, shop.shop.config.appSecret, {
          description: "test",
          permissions: "read",
          now: shop.clock.now(),
        }),
      );
      const read = (id: number) => {
        const authorization = signedHeader({ url: `http://localhost:3000${orderPath(id)}`, key, secret });
        return shop.client({ headers: { authorization, host: "localhost:3000" } }).get(orderPath(id));
      };
      expect(await read(orderId)).toMatchObject({ status: 200, body: { id: orderId } });
      expect(await read(999_999)).toMatchObject({ status: 404, body: { message: "Invalid ID." } });
    });

    test("are listed five per page, the newest first, in the requested language", async () => {
      for (let placed = 0; placed < 5; placed++) await submit(owner, aCodOrder({ customer_note: `Note ${placed}` }));
      const page = async (number: number, lang = "vi") => {
        const { status, body } = await owner.get(`${history}?customer_id=${ownerId}&page=${number}&lang=${lang}`);
        expect(status).toBe(200);
        return OrderHistory.parse(body);
      };
      const [first, second, third] = [await page(1), await page(2, "en"), await page(3)];
      expect([first.orders.length, second.orders.length, third.orders.length]).toEqual([5, 1, 0]);
      expect([first.total_orders, first.total_pages, third.total_pages]).toEqual([6, 2, 2]);
      const ids = [...first.orders, ...second.orders].map(({ order_id }) => order_id);
      expect(ids).toEqual(ids.toSorted((one, other) => other - one));
      expect(first.orders.map((order) => order.customer_note)).toEqual(
        [4, 3, 2, 1, 0].map((placed) => `Note ${placed}`),
      );
      expect(second.orders[0]).toMatchObject({
        ...{ order_id: orderId, order_number: String(orderId), status: "pending", customer_note: "" },
        payment: { status: "pending", method: "cod", shipping_cost: 30_000 },
        shipping: { ward_name: "Phường Bến Nghé", district_name: "Quận 1", method: "flat_rate", tracking_code: "" },
        items: [{ product_id: 109, option: expect.stringMatching(/^50 mm, /), quantity: 1 }],
        timeline: [{ status: "pending" }],
      });
      expect(second.orders[0]?.items[0]?.name).not.toBe((await page(2)).orders[0]?.items[0]?.name);
    });

    test("are listed for their owner only", async () => {
      expect((await shop.client().get(`${history}?customer_id=${ownerId}`)).status).toBe(401);
      expect((await stranger.get(`${history}?customer_id=${ownerId}`)).status).toBe(404);
      for (const query of ["", "?customer_id=abc", `?customer_id=${ownerId}&page=0`, `?customer_id=${ownerId}&page=x`])
        expect((await owner.get(`${history}${query}`)).status).toBe(400);
    });

    test("show the payment states of the demonstration orders", async () => {
      const visitor = shop.client();
      const { id } = await visitor.login(demoAccount.username, demoAccount.password);
      const pages = await Promise.all([1, 2, 3].map((page) => visitor.api.orderHistory(id, page)));
      const orders = pages.flatMap((page) => (page.ok ? page.data.orders : []));
      const became = { completed: "paid", failed: "failed", refunded: "pending" } as const;
      for (const [status, payment] of Object.entries(became)) {
        const found = orders.filter((order) => order.status === status);
        expect(found.length, status).toBeGreaterThan(0);
        expect(new Set(found.map((order) => order.payment.status))).toEqual(new Set([payment]));
      }
      expect(orders.some(({ payment }) => payment.method === "momo")).toBe(true);
      expect(orders.some(({ shipping }) => shipping.tracking_code !== "")).toBe(true);
      const [delivered] = orders.filter(({ status }) => status === "completed");
      expect(delivered?.timeline.map(({ status }) => status)).toEqual(["pending", "processing", "completed"]);
    });

    test("show their payment state to their owner", async () => {
      const readState = async (lang = "vi") =>
        PaymentState.parse((await owner.post(`${callback}?lang=${lang}`, { order_id: orderId })).body);
      expect(await readState()).toMatchObject({
        success: true,
        payment_status: "placed",
        order_id: orderId,
        payment_method: "cod",
      });
      expect((await readState("en")).message).toContain("on delivery");
      await shop.db.transaction((tx) =>
        transitionOrder(tx, orderId, "cancelled", { actor: "merchant", reason: "test", now: shop.clock.now() }),
      );
      expect(await readState()).toMatchObject({ success: false, payment_status: "failed", order_status: "cancelled" });
      expect((await stranger.post(callback, { order_id: orderId })).status).toBe(404);
      expect((await shop.client().post(callback, { order_id: orderId })).status).toBe(401);
      for (const order_id of [undefined, "abc", -1, 1.5, 2_147_483_648, { a: 1 }, null])
        expect((await owner.post(callback, { order_id })).status).toBe(400);
    });

    test("add no shipping cost to a pickup", async () => {
      const { body } = await submit<{ shipping: object; shipping_lines: object[]; total: string }>(owner, {
        ...aCodOrder({ shipping_lines: [{ method_id: "local_pickup" }], meta_data: [] }),
      });
      expect(body).toMatchObject({
        total: String(hoops.price),
        shipping: { first_name: "Ngọc", address_1: "", city: "", address_2: "" },
        shipping_lines: [{ method_id: "local_pickup", total: "0" }],
      });
    });
  });

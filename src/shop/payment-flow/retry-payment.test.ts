import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderHistory } from "#contract/order-history.ts";
import { PaymentCreated, type PaymentState } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`retrying a payment on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let customerId: number;
    const begin = async (...rest: Parameters<typeof beginPayment> extends [unknown, ...infer Rest] ? Rest : never) =>
      PaymentCreated.parse((await beginPayment(shopper, ...rest)).body);
    const stateOf = async (order_id: number): Promise<PaymentState> => {
      const response = await shopper.post<PaymentState>("/wp-json/lianne-vnpay/v1/payment-callback", { order_id });
      return response.body;
    };
    const ordersOf = async () =>
      (await shop.db.all<{ id: number }>(sql`select id from orders where customer_id = ${customerId} order by id`)).map(
        ({ id }) => id,
      );

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shop.gateways.paypal.control({});
      shopper = shop.client();
      customerId = (await shopper.register()).id;
      await setStock(shop, hoops.id, 1);
      await setStock(shop, pearls.id, 5);
    });

    test("resumes the customer's unpaid order, also of the last unit, with another address and payment method", async () => {
      const first = await begin();
      await payAndReturn(shopper, first.payment_url, "fail");
      expect(await stockOf(shop, hoops.id)).toBe(0);
      const pickup = { shipping_lines: [{ method_id: "local_pickup" as const }], customer_note: "Gọi trước" };
      const again = await begin({ payment_method: "paypal", ...pickup });
      expect(again.order_id).toBe(first.order_id);
      expect(await ordersOf()).toEqual([first.order_id]);
      expect(await stockOf(shop, hoops.id)).toBe(0);
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{ status: "pending", method: "paypal", total: hoops.price },
        payments: ["vnpay_visa failed", "paypal pending"],
      });
      const order = await shopper.get<object>(`/wp-json/wc/v3/orders/${first.order_id}`);
      expect(order.body).toMatchObject({
        ...{ customer_note: "Gọi trước", shipping_total: "0", total: String(hoops.price), payment_method: "paypal" },
        shipping_lines: [{ method_id: "local_pickup", total: "0" }],
      });
      await payAndReturn(shopper, again.payment_url, "pay");
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa failed", "paypal succeeded"] },
      });
    });

    test("gives one order and one link for repeated and concurrent submits with one key", async () => {
      const key = aKey();
      const both = await Promise.all([begin({}, { key }), begin({}, { key })]);
      const later = await begin({}, { key });
      const links = new Set([...both, later].map(({ payment_url }) => payment_url));
      expect(links.size).toBe(1);
      expect(await ordersOf()).toEqual([later.order_id]);
      expect((await moneyOf(shop, later.order_id)).payments).toEqual(["vnpay_visa pending"]);
      const other = await beginPayment(shopper, { customer_note: "anders" }, { key });
      expect([other.status, (other.body as unknown as Problem).code]).toEqual([422, "idempotency_key_reused"]);
      await payOnPage(later.payment_url, "pay");
      expect((await begin({}, { key })).payment_url).toBe(
        `http://localhost:3000/final-payment?order_id=${later.order_id}`,
      );
    });

    test("gives one order for two concurrent submits, also of the last unit, and either link pays it", async () => {
      const both = await Promise.all([begin(), begin(), begin()]);
      expect(new Set(both.map(({ order_id }) => order_id)).size).toBe(1);
      const [orderId] = await ordersOf();
      const payments = (await moneyOf(shop, orderId as number)).payments;
      expect(payments.filter((payment) => payment === "vnpay_visa pending")).toHaveLength(1);
      // the email goes to the customer of the order, for any of its attempts
      const attemptOf = ({ payment_url }: PaymentCreated) => Number(/vnp_TxnRef=\d+-(\d+)/.exec(payment_url)?.[1]);
      const [oldest] = both.toSorted((one, other) => attemptOf(one) - attemptOf(other));
      await payOnPage(oldest?.payment_url ?? "", "pay");
      expect(await moneyOf(shop, orderId as number)).toMatchObject({ status: "processing", refunds: [] });
    });

    test("returns the order when the previous attempt turns out to be paid", async () => {
      const first = await begin();
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(first.payment_url, "pay");
      const key = aKey();
      const again = await begin({}, { key });
      expect(again).toMatchObject({
        ...{ order_id: first.order_id, status: "processing" },
        payment_url: `http://localhost:3000/final-payment?order_id=${first.order_id}`,
      });
      expect((await begin({}, { key })).order_id).toBe(first.order_id);
      expect(await ordersOf()).toEqual([first.order_id]);
    });

    test("returns the gateway's payment page again while its link is valid", async () => {
      const { order_id, payment_url } = await begin();
      const state = await stateOf(order_id);
      expect(state).toMatchObject({ payment_status: "pending", payment_url, reason: "" });
      expect(new Date(state.held_until ?? 0).getTime()).toBeGreaterThan(shop.clock.now().getTime());
      await payAndReturn(shopper, payment_url, "cancel");
      expect(await stateOf(order_id)).toMatchObject({
        ...{ payment_status: "failed", reason: "cancelled", payment_url: "", held_until: null },
      });
      // the history shows until when the order can be paid again
      const inHistory = async () => {
        const { body } = await shopper.get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${customerId}`);
        return body.orders.find((order) => order.order_id === order_id)?.payment;
      };
      expect(await inHistory()).toMatchObject({ status: "pending", held_until: state.held_until });
      shop.clock.advance(31 * minute);
      expect(await inHistory()).toMatchObject({ held_until: null });
    });

    test("refunds a second payment, notifies the merchant, and leaves it out of the order's refunds", async () => {
      await setStock(shop, hoops.id, 5);
      const first = await begin();
      const second = await begin();
      await payOnPage(second.payment_url, "pay");
      await payOnPage(first.payment_url, "pay");
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa to_refund", "vnpay_visa succeeded"] },
        ...{ refunds: ["requested overpayment"], notes: [expect.stringContaining(`${first.order_id}-1`)] },
      });
      const order = await shopper.get<{ refunds: unknown[] }>(`/wp-json/wc/v3/orders/${first.order_id}`);
      expect(order.body.refunds).toEqual([]);
      expect(await stateOf(first.order_id)).toMatchObject({
        ...{ payment_status: "completed", notice: expect.stringContaining("đang được hoàn lại"), payment_url: "" },
        message: expect.stringContaining("đang được hoàn lại"),
      });
      expect(await emailsOf(shop, first.order_id)).toMatchObject({ double_payment_found: 1 });
      shop.gateways.vnpay.control({ refund_takes_ms: 0 });
      await shop.runJobs();
      shop.clock.advance(6 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{
          status: "processing",
          payments: ["vnpay_visa refunded", "vnpay_visa succeeded"],
          refunds: ["done overpayment"],
        },
      });
      expect(await emailsOf(shop, first.order_id)).toMatchObject({
        ...{ order_paid: 1, merchant_second_payment: 1, double_payment_found: 1, double_payment_refunded: 1 },
      });
      expect((await stateOf(first.order_id)).notice).toContain("đã được hoàn lại");
      const paid = shop.gateways.vnpay.ledger().find(({ reference }) => reference === `${first.order_id}-1`);
      expect(paid).toMatchObject({ refunded: paid?.amount });
    });

    test("with cash makes it a cash order, and refunds a later online payment", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const first = await begin();
      await payAndReturn(shopper, first.payment_url, "cancel");
      const again = await begin();
      const cash = await submit<{ id: number; payment_method: string; total: string }>(shopper);
      expect(cash).toMatchObject({
        status: 200,
        body: { id: first.order_id, payment_method: "cod", total: String(hoops.price + 30_000) },
      });
      const cart = await shopper.api.cart();
      expect(cart.ok && cart.data.items).toEqual([]);
      expect((await emailsOf(shop, first.order_id)).order_received).toBe(2);
      shop.clock.advance(3 * 60 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{ status: "pending", method: "cod" },
        payments: ["vnpay_visa cancelled", "vnpay_visa cancelled", "cod pending"],
      });
      shop.clock.advance(-3 * 60 * minute);
      await payOnPage(again.payment_url, "pay");
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{ status: "pending", method: "cod", refunds: ["requested overpayment"] },
        payments: ["vnpay_visa cancelled", "vnpay_visa to_refund", "cod pending"],
      });
      expect(await emailsOf(shop, first.order_id)).toMatchObject({ double_payment_found: 1 });
    });

    test("with cash is 503 while the gateway does not respond, and online works", async () => {
      const first = await begin();
      shop.gateways.vnpay.control({ responses: { querydr: { status: 500 } } });
      expect(await submit<Problem>(shopper)).toMatchObject({
        status: 503,
        body: { code: "payment_gateway_unreachable", message: expect.stringContaining("chưa biết") },
      });
      expect((await moneyOf(shop, first.order_id)).payments).toEqual(["vnpay_visa pending"]);
      const again = await begin({ payment_method: "paypal" });
      expect(again.order_id).toBe(first.order_id);
      expect((await moneyOf(shop, first.order_id)).payments).toEqual(["vnpay_visa cancelled", "paypal pending"]);
      shop.gateways.vnpay.control({});
      await payOnPage(first.payment_url, "pay");
      await payAndReturn(shopper, again.payment_url, "pay");
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        status: "processing",
        method: "vnpay_visa",
        refunds: [],
      });
      expect((await moneyOf(shop, first.order_id)).payments[0]).toBe("vnpay_visa succeeded");
    });

    test("creates a new order for other lines, another customer, and after the reservation", async () => {
      await setStock(shop, hoops.id, 5);
      const first = await begin();
      const more = await begin({ items: [{ product_id: hoops.id, quantity: 2 }] });
      expect(more.order_id).not.toBe(first.order_id);
      const stranger = shop.client();
      await stranger.register();
      expect((await beginPayment(stranger)).body.order_id).not.toBe(first.order_id);
      shop.clock.advance(31 * minute);
      const late = await begin();
      expect(late.order_id).not.toBe(first.order_id);
      expect((await moneyOf(shop, first.order_id)).status).toBe("cancelled");
      shop.clock.advance(-31 * minute);
    });

    test("releases the last unit for an order with further lines, unless the first may still be paid", async () => {
      const both = [hoops, pearls].map(({ id }) => ({ product_id: id, quantity: 1 }));
      const first = await begin();
      const refused = await beginPayment(shopper, { items: both });
      expect([refused.status, (refused.body as unknown as Problem).message]).toEqual([
        400,
        expect.stringContaining("đã hết hàng"),
      ]);
      await payAndReturn(shopper, first.payment_url, "cancel");
      const more = await begin({ items: both });
      expect(more.order_id).not.toBe(first.order_id);
      expect((await moneyOf(shop, first.order_id)).status).toBe("cancelled");
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([0, 4]);
      await payAndReturn(shopper, more.payment_url, "fail");
      const cash = await submit<{ id: number }>(shopper);
      expect(cash.status).toBe(201);
      expect((await moneyOf(shop, more.order_id)).status).toBe("failed");
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([0, 5]);
    });

    test("ends two hours after the first attempt: the last unit passes to a new order", async () => {
      const first = await begin();
      for (const _ of [1, 2, 3, 4]) {
        shop.clock.advance(28 * minute);
        const again = await begin();
        expect(again.order_id).toBe(first.order_id);
      }
      shop.clock.advance(4 * minute);
      const fresh = await begin();
      expect(fresh.order_id).not.toBe(first.order_id);
      expect([(await moneyOf(shop, first.order_id)).status, await stockOf(shop, hoops.id)]).toEqual(["cancelled", 0]);
      shop.clock.advance(-116 * minute);
    });

    test("leaves order and reservation unchanged when the gateway is down, and works later with the same key", async () => {
      shop.gateways.paypal.control({ responses: { create: { status: 500 } } });
      const key = aKey();
      const down = await beginPayment(shopper, { payment_method: "paypal" }, { key });
      expect([down.status, (down.body as unknown as Problem).code]).toEqual([503, "payment_gateway_unreachable"]);
      expect((down.body as unknown as Problem).message).toContain("PayPal");
      expect(shop.takeLoggedErrors().length).toBeGreaterThan(0);
      const [orderId] = await ordersOf();
      expect(await moneyOf(shop, orderId as number)).toMatchObject({ status: "pending", payments: ["paypal failed"] });
      expect(await stockOf(shop, hoops.id)).toBe(0);
      shop.gateways.paypal.control({});
      const up = await begin({ payment_method: "paypal" }, { key });
      expect(up.order_id).toBe(orderId);
      expect((await moneyOf(shop, up.order_id)).payments).toEqual(["paypal failed", "paypal pending"]);
    });

    test("applies the limits of cash orders", async () => {
      await shop.db.transaction((tx) =>
        tx.run(sql`insert into setting (name, value) values ('cod_max_total', '100000')`),
      );
      const first = await begin();
      const refused = await submit<Problem>(shopper, aCodOrder());
      expect([refused.status, refused.body.code]).toEqual([400, "cod_over_limit"]);
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        method: "vnpay_visa",
        payments: ["vnpay_visa pending"],
      });
      await shop.db.transaction((tx) => tx.run(sql`delete from setting where name = 'cod_max_total'`));
    });
  });

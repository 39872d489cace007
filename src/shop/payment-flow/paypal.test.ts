import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CheckAuth } from "#contract/customer.ts";
import { dong, toUsdCents } from "#contract/money.ts";
import type { OrderHistory } from "#contract/order-history.ts";
import { PaymentCreated, PaymentState } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  beginPayment,
  returnToShop,
  openPayingShop,
  type PayingShop,
  payAndReturn,
} from "#fixtures/testing/gateways.ts";
import { stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { refundManually } from "#fixtures/testing/paypal-merchant.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const webhook = "/wp-json/lianne-paypal/v1/webhook";
const minute = 60_000;

for (const engine of engines)
  describe(`paying by PayPal on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const begin = async () => PaymentCreated.parse((await beginPayment(shopper, { payment_method: "paypal" })).body);
    const ledgerOf = (orderId: number) =>
      shop.gateways.paypal.ledger().find(({ reference }) => reference === `${orderId}-1`);
    const silence = { notifications: { kind: "missing" } } as const;

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shop.gateways.paypal.control({});
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 10);
    });

    test("requests the total in dollars once, at a stored exchange rate", async () => {
      const { order_id } = await begin();
      const row = await shop.db.one<{ cents: number; rate: number; amount: number }>(sql`
        select amount_usd_cents cents, usd_rate rate, amount from payment where order_id = ${order_id}`);
      const amount = hoops.price + 30_000;
      expect(row).toEqual({ amount, rate: 26_000, cents: toUsdCents(dong(amount), 26_000) });
      expect(ledgerOf(order_id)).toMatchObject({ reference: `${order_id}-1` });
    });

    test("is captured once when the customer returns", async () => {
      const { order_id, payment_url } = await begin();
      const back = await payOnPage(payment_url, "pay");
      const [one, other] = await Promise.all([returnToShop(shopper, back), returnToShop(shopper, back)]);
      await shop.gateways.idle();
      expect(await moneyOf(shop, order_id)).toMatchObject({
        ...{ status: "processing", paid: true, payments: ["paypal succeeded"], refunds: [] },
        moves: ["pending > processing gateway"],
      });
      const again = new URL((await returnToShop(shopper, back)).header("location") ?? "");
      expect(again.searchParams.get("status")).toBe("completed");
      expect([one.status, other.status]).toEqual([302, 302]);
      expect(await emailsOf(shop, order_id)).toMatchObject({ order_paid: 1 });
      shop.takeLoggedErrors();
    });

    test("that is captured has the dollars charged in state and history, and none before", async () => {
      const charged = async (orderId: number) => {
        const state = PaymentState.parse(
          (await shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: orderId })).body,
        );
        const { user } = (await shopper.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body;
        const history = await shopper.get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${user?.id}`);
        return [state.charged_usd_cents, history.body.orders[0]?.payment.charged_usd_cents];
      };
      const { order_id, payment_url } = await begin();
      expect(await charged(order_id)).toEqual([null, null]);
      await payAndReturn(shopper, payment_url);
      const cents = toUsdCents(dong(hoops.price + 30_000), 26_000);
      expect(await charged(order_id)).toEqual([cents, cents]);
    });

    test("is emailed in the order's language, not the account's", async () => {
      shopper.cookies.set("preferred-language", "en");
      const { order_id, payment_url } = await begin();
      await payOnPage(payment_url, "pay");
      await shop.gateways.idle();
      const emails = await shop.db.all<{ email: string }>(sql`
        select (payload ->> 'template') || ' ' || (payload ->> 'lang') email from outbox
        where payload -> 'values' ->> 'order_number' = ${String(order_id)} order by 1`);
      expect(emails.map(({ email }) => email)).toEqual(["order_paid en", "order_received en"]);
    });

    test("is paid by the webhook when the customer does not return", async () => {
      const { order_id, payment_url } = await begin();
      await payOnPage(payment_url, "pay");
      await shop.gateways.idle();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", payments: ["paypal succeeded"] });
    });

    test("is paid by polling when neither arrives", async () => {
      shop.gateways.paypal.control(silence);
      const { order_id, payment_url } = await begin();
      await payOnPage(payment_url, "pay");
      shop.clock.advance(6 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", payments: ["paypal succeeded"] });
    });

    test("captures nothing for a cancelled order", async () => {
      shop.gateways.paypal.control(silence);
      const { order_id, payment_url } = await begin();
      shop.clock.advance(31 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, order_id)).status).toBe("cancelled");
      await payAndReturn(shopper, payment_url, "pay");
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "cancelled", paid: false });
    });

    test("does not expire during the capture", async () => {
      shop.gateways.paypal.control({ ...silence, responses: { capture: { slow_ms: 800 } } });
      const { order_id, payment_url } = await begin();
      const back = await payOnPage(payment_url, "pay");
      shop.clock.advance(29 * minute + 58_000);
      const heldUntil = async () =>
        (
          await shop.db.one<{ at: Date }>(sql`select stock_reserved_until at from orders where id = ${order_id}`)
        )?.at.getTime();
      const before = await heldUntil();
      const coming = returnToShop(shopper, back);
      await expect.poll(heldUntil).not.toBe(before);
      shop.clock.advance(10_000);
      await shop.runJobs();
      await coming;
      expect(await moneyOf(shop, order_id)).toMatchObject({
        status: "processing",
        moves: ["pending > processing gateway"],
      });
    });

    test("cannot be extended by repeated returns beyond two hours and a few minutes", async () => {
      const { order_id, payment_url } = await begin();
      const back = (await payOnPage(payment_url, "cancel")).replace("/cancel?", "/return?");
      for (let at = 0; at < 125; at += 5) {
        shop.clock.advance(5 * minute - 1_000);
        await returnToShop(shopper, back);
        shop.clock.advance(1_000);
      }
      shop.clock.advance(minute + 20_000);
      await returnToShop(shopper, back);
      shop.clock.advance(10_000);
      await shop.runJobs();
      expect((await moneyOf(shop, order_id)).status).toBe("cancelled");
      expect(await stockOf(shop, hoops.id)).toBe(10);
    });

    test("is not captured by the last poll after the customer saw it cancelled", async () => {
      shop.gateways.paypal.control(silence);
      const { order_id, payment_url } = await begin();
      const cancelled = await payOnPage(payment_url, "cancel");
      await returnToShop(shopper, cancelled);
      expect((await moneyOf(shop, order_id)).payments).toEqual(["paypal cancelled"]);
      await payOnPage(payment_url, "pay");
      shop.clock.advance(31 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "cancelled", paid: false });
    });

    test("that is cancelled or declined leaves the order pending", async () => {
      for (const [what, status] of [
        ["cancel", "cancelled"],
        ["fail", "failed"],
      ] as const) {
        const { order_id, payment_url } = await begin();
        await payAndReturn(shopper, payment_url, what);
        await shop.gateways.idle();
        expect(await moneyOf(shop, order_id), what).toMatchObject({ status: "pending", paid: false });
        expect((await moneyOf(shop, order_id)).payments.at(-1), what).toBe(`paypal ${status}`);
        const state = await shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id });
        expect(PaymentState.parse(state.body)).toMatchObject({ payment_status: "failed" });
      }
    });

    test("under review puts the order on hold, and cancels it when declined", async () => {
      const { order_id, payment_url } = await begin();
      await payAndReturn(shopper, payment_url, "review");
      await shop.gateways.idle();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "on-hold", paid: false });
      shop.gateways.paypal.control({ payment: `${order_id}-1`, decide: "DECLINED" });
      await shop.gateways.idle();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "cancelled", payments: ["paypal failed"] });
      expect(await stockOf(shop, hoops.id)).toBe(10);
    });

    test("rejects webhooks that are forged, have a foreign certificate, or are about unknown payments", async () => {
      for (const kind of ["forged", "foreign_certificate", "wrong_reference"] as const) {
        shop.gateways.paypal.control({ notifications: { kind, times: 1 } });
        const { order_id, payment_url } = await begin();
        await payOnPage(payment_url, "pay");
        await shop.gateways.idle();
        // the correct payment that follows is accepted
        expect((await moneyOf(shop, order_id)).status, kind).toBe("processing");
        expect(shop.takeLoggedErrors().length, kind).toBeGreaterThan(0);
      }
    });

    test("does not trust the amount in a webhook: PayPal is queried", async () => {
      shop.gateways.paypal.control({ notifications: { kind: "wrong_amount" } });
      const { order_id, payment_url } = await begin();
      await payOnPage(payment_url, "pay");
      await shop.gateways.idle();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", payments: ["paypal succeeded"] });
    });

    test("has the same result for repeated and reordered webhooks", async () => {
      for (const kind of ["double", "out_of_order"] as const) {
        shop.gateways.paypal.control({ notifications: { kind, late_ms: 200 } });
        const { order_id, payment_url } = await begin();
        await payAndReturn(shopper, payment_url, "pay");
        await shop.gateways.idle();
        expect(await moneyOf(shop, order_id)).toMatchObject({ payments: ["paypal succeeded"], refunds: [] });
        expect((await moneyOf(shop, order_id)).moves).toHaveLength(1);
      }
    });

    test("rejects unsigned, malformed and oversized webhooks, and accepts valid ones from any address", async () => {
      const anonymous = shop.client({ headers: { authorization: null } });
      const headers = { "content-type": "application/json", origin: "https://api.paypal.com" };
      const post = (body: string) => anonymous.call<Problem>("POST", webhook, body, headers);
      expect((await post("{}")).body.code).toBe("webhook_malformed");
      expect((await post(JSON.stringify({ id: "WH-1", event_type: "PAYMENT.CAPTURE.COMPLETED" }))).status).toBe(400);
      expect(shop.takeLoggedErrors()).toHaveLength(2);
      expect((await post("{")).body.code).toBe("rest_invalid_json");
      expect((await post(`{"x":"${"x".repeat(1_100_000)}"}`)).status).toBe(413);
      const signed = {
        ...headers,
        "paypal-transmission-id": "1",
        "paypal-transmission-time": new Date().toISOString(),
        "paypal-transmission-sig": "eA==",
        "paypal-cert-url": "https://evil.example/cert.pem",
        "paypal-auth-algo": "SHA256withRSA",
      };
      expect((await anonymous.call("POST", webhook, "{}", signed)).status).toBe(400);
      expect(shop.takeLoggedErrors()).toHaveLength(1);
    });

    test("does not disclose an order to another customer or let another customer cancel it", async () => {
      const { order_id, payment_url } = await begin();
      const cancelled = new URL(await payOnPage(payment_url, "cancel"));
      const stranger = shop.client();
      await stranger.register();
      const landing = async (visitor: Visitor, path: string) => (await visitor.get(path)).header("location");
      expect(await landing(stranger, cancelled.pathname + cancelled.search)).toBe(
        "http://localhost:3000/final-payment",
      );
      expect((await moneyOf(shop, order_id)).payments).toEqual(["paypal pending"]);
      for (const token of [
        "",
        "?token=",
        "?token=NOBODYS",
        "?token=a&token=b",
        "?token=%00",
        `?token=${"x".repeat(500)}`,
      ])
        expect(await landing(shopper, `/wp-json/lianne-paypal/v1/return${token}`)).toBe(
          "http://localhost:3000/final-payment",
        );
      const loggedOut = shop.client();
      expect(await landing(loggedOut, cancelled.pathname.replace("cancel", "return") + cancelled.search)).toBe(
        `http://localhost:3000/final-payment?order_id=${order_id}`,
      );
    });

    test("is captured once when the response to the capture is lost", async () => {
      shop.gateways.paypal.control({ ...silence, responses: { capture: { dead: true, done: true } } });
      const { order_id, payment_url } = await begin();
      await payAndReturn(shopper, payment_url, "pay");
      shop.gateways.paypal.control(silence);
      shop.clock.advance(6 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", payments: ["paypal succeeded"] });
    });

    test("notes a refund made on PayPal's site once", async () => {
      const { order_id, payment_url } = await begin();
      await payAndReturn(shopper, payment_url, "pay");
      await shop.gateways.idle();
      const { transaction } = await moneyOf(shop, order_id);
      expect((await refundManually(shop.gateways.env, transaction)).status).toBe(201);
      await shop.gateways.idle();
      expect(await moneyOf(shop, order_id)).toMatchObject({
        ...{ status: "processing", refunds: [] },
        notes: [expect.stringContaining("PAYMENT.CAPTURE.REFUNDED")],
      });
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { OtherPayment, SelfServiceState } from "#contract/self-service.ts";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { bankPage, silentBankEnv } from "#fixtures/testing/bank.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { temporarySetting } from "#fixtures/testing/temporary-setting.ts";
import { sql } from "#shop/kernel/db/database.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`paying an own order another way on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const path = (id: number) => `/wp-json/lianne-orders/v1/orders/${id}`;
    const stateOf = async (id: number) => (await shopper.get<SelfServiceState>(path(id))).body;
    const choose = async (id: number, method: string, { key = aKey(), version = "", ...own } = {}) =>
      shopper.post<OtherPayment & Problem>(
        `${path(id)}/payment`,
        { version: version || (await stateOf(id)).version, payment_method: method, ...own },
        { "idempotency-key": key },
      );
    const begun = async () => (await beginPayment(shopper)).body;
    const settle = async () => {
      await shop.gateways.idle();
      await shop.runJobs();
    };

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: { ...httpsEnv, ...silentBankEnv } });
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 20);
    });

    test("SO09: the order is reused: VNPay, PayPal, transfer, then cash; a repeated request has the same result", async () => {
      const { order_id: id } = await begun();
      expect((await stateOf(id)).actions).toContain("pay_other_way");
      const key = aKey();
      const { version } = await stateOf(id);
      const paypal = await choose(id, "paypal", { key, version });
      expect([paypal.status, paypal.body.payment_url]).toMatchObject([200, expect.stringMatching(/^http/)]);
      const again = await choose(id, "paypal", { key, version });
      expect(again.body.payment_url).toBe(paypal.body.payment_url);
      expect((await choose(id, "cod", { key, version })).status, "the key with another body").toBe(422);
      const transfer = await choose(id, "bacs");
      expect(transfer.body.payment_url).toContain(`/bank-payment/${id}`);
      const cash = await choose(id, "cod");
      expect([cash.status, cash.body.payment_url, cash.body.order.actions]).toEqual([
        200,
        "",
        expect.arrayContaining(["cancel"]),
      ]);
      expect(await moneyOf(shop, id)).toMatchObject({
        ...{ status: "pending", method: "cod", paid: false, moves: [] },
        payments: ["vnpay_visa cancelled", "paypal cancelled", "bacs cancelled", "cod pending"],
      });
      expect((await emailsOf(shop, id)).merchant_customer_change).toBe(3);
      // cash waits without a deadline
      shop.clock.advance(24 * 60 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, id)).status).toBe("pending");
    });

    test("SO09, BQ28: after two hours of waiting for a transfer another method still has half an hour, and no more than the transfer had", async () => {
      const { order_id: id } = await begun();
      expect((await choose(id, "bacs")).status).toBe(200);
      shop.clock.advance(140 * minute);
      await shop.runJobs();
      expect((await choose(id, "vnpay_visa")).body.payment_url).toMatch(/^http/);
      const { body } = await choose(id, "paypal");
      expect(body.payment_url).toMatch(/^http/);
      shop.clock.advance(29 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, id)).status, "not expired").toBe("pending");
      const late = await choose(id, "vnpay_visa");
      expect([late.status, late.body.code], "no time for another").toEqual([409, "lianne_state"]);
      await payAndReturn(shopper, body.payment_url, "pay");
      await settle();
      const paid = { status: "processing", method: "paypal", paid: true, refunds: [] };
      expect(await moneyOf(shop, id)).toMatchObject(paid);

      const { order_id: other } = await begun();
      await choose(other, "bacs");
      shop.clock.advance(170 * minute);
      await choose(other, "vnpay_visa");
      shop.clock.advance(11 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, other)).status).toBe("cancelled");
    });

    test("SO09, BQ28: PayPal that is chosen before two hours of waiting for a transfer are over is captured after them", async () => {
      const { order_id: id } = await begun();
      await choose(id, "bacs");
      shop.clock.advance(95 * minute);
      const { body } = await choose(id, "paypal");
      shop.clock.advance(10 * minute);
      await payAndReturn(shopper, body.payment_url, "pay");
      await settle();
      expect(await moneyOf(shop, id)).toMatchObject({
        status: "processing",
        method: "paypal",
        paid: true,
        refunds: [],
      });
    });

    test("SO09: an order that the expiry job polls gets no other payment, and the job closes it", async () => {
      const { order_id: id } = await begun();
      await choose(id, "bacs");
      shop.clock.advance(170 * minute);
      await choose(id, "vnpay_visa");
      shop.gateways.vnpay.control({ responses: { querydr: { dead: true } } });
      shop.clock.advance(11 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, id)).status, "VNPay does not respond").toBe("pending");
      const late = await choose(id, "paypal");
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect((await moneyOf(shop, id)).method).toBe("vnpay_visa");
      shop.gateways.vnpay.control({});
      shop.clock.advance(3 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, id)).status).toBe("cancelled");
    });

    test("GU19: with `confirmed` an unpaid order waits for a confirmation once it is paid in cash, chosen in its list or by ordering again", async () => {
      await temporarySetting(shop, "guest_checkout", "confirmed");
      const chosen = await begun();
      expect((await choose(chosen.order_id, "cod")).status).toBe(200);
      const resumed = await begun();
      expect(resumed.order_id).not.toBe(chosen.order_id);
      expect(await submit(shopper, aCodOrder())).toMatchObject({ status: 200, body: { id: resumed.order_id } });
      const ids = [chosen.order_id, resumed.order_id];
      const waiting = await shop.db.all<{ id: number; hours: number }>(sql`
        select order_id id, extract(epoch from confirm_by - created_at)::integer / 3600 hours from cod_confirmation
        where order_id = any(${ids}::integer[]) order by order_id`);
      expect(waiting).toEqual(ids.map((id) => ({ id, hours: 24 })));
      const emails = await shop.db.all<{ also: string[] }>(sql`
        select payload -> 'also' also from outbox
        where unique_key = any(${ids.map((id) => `order_received:${id}:cod`)}::text[])`);
      expect(emails.map(({ also }) => also.slice(0, 2))).toEqual(ids.map(() => ["confirm", "cod_confirmed"]));
      expect((await shopper.post(`${path(chosen.order_id)}/confirm`, {})).status).toBe(200);
      shop.clock.advance(25 * 60 * minute);
      await shop.runJobs();
      expect([(await moneyOf(shop, chosen.order_id)).status, (await moneyOf(shop, resumed.order_id)).status]).toEqual([
        "processing",
        "cancelled",
      ]);
      // OD05: a job confirms the orders of a phone number with a delivered one
      await shop.db.write(sql`update orders set status = 'completed' where id = ${chosen.order_id}`);
      await temporarySetting(shop, "auto_confirm_delivered", 1);
      shopper = shop.client();
      await shopper.register();
      const exempt = await begun();
      expect((await choose(exempt.order_id, "cod")).status).toBe(200);
      expect(
        await shop.db.all(sql`select order_id from cod_confirmation where order_id = ${exempt.order_id}`),
      ).toHaveLength(0);
    });

    test("SO09: two successes give one paid order and one refund", async () => {
      const first = await begun();
      const { body } = await choose(first.order_id, "vnpay_visa");
      expect(body.payment_url).not.toBe(first.payment_url);
      await payOnPage(first.payment_url, "pay");
      await settle();
      await payAndReturn(shopper, body.payment_url, "pay");
      await settle();
      const { status, refunds, payments } = await moneyOf(shop, first.order_id);
      expect([status, refunds.length]).toEqual(["processing", 1]);
      expect(refunds[0]).toContain("overpayment");
      expect(payments.filter((payment) => payment.endsWith("succeeded"))).toHaveLength(1);
    });

    test("SO09, BQ14: the page of a transfer names the method that the order is paid by instead", async () => {
      const { order_id: id } = await begun();
      await choose(id, "bacs");
      const page = async () => bankPage(shopper, id);
      expect(await page()).toMatchObject({ state: "waiting", payment_method: "bacs", pickup: false });
      const { payment_url } = (await choose(id, "vnpay_visa")).body;
      expect(await page()).toMatchObject({ state: "other_method", payment_method: "vnpay_visa", pay_to: null });
      await payAndReturn(shopper, payment_url, "pay");
      await settle();
      expect(await moneyOf(shop, id)).toMatchObject({ status: "processing", method: "vnpay_visa" });
      expect(await page()).toMatchObject({ state: "other_method", payment_method: "vnpay_visa", pay_to: null });
      const { order_id: cash } = await begun();
      await choose(cash, "bacs");
      await choose(cash, "cod");
      const expected = { state: "other_method", payment_method: "cod", received: 0, missing: 0, pay_to: null };
      expect(await bankPage(shopper, cash)).toMatchObject(expected);
      for (const status of ["on-hold", "processing", "completed"]) {
        await shop.db.write(sql`update orders set status = ${status} where id = ${cash}`);
        expect((await bankPage(shopper, cash)).state, status).toBe("other_method");
      }
    });

    test("SO09: the old payment is queried first: an order that is paid by now is not paid again", async () => {
      const { order_id: id, payment_url } = await begun();
      const { version } = await stateOf(id);
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(payment_url, "pay");
      const late = await choose(id, "cod", { version });
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(await moneyOf(shop, id)).toMatchObject({
        status: "processing",
        method: "vnpay_visa",
        payments: ["vnpay_visa succeeded"],
      });
      const silent = await begun();
      shop.gateways.vnpay.control({ responses: { querydr: { dead: true } } });
      expect((await choose(silent.order_id, "cod")).status, "the courier might collect what is paid").toBe(503);
    });

    test("SO14: two tabs choose at the same moment: one open payment, the other tab gets the state", async () => {
      const { order_id: id } = await begun();
      const { version } = await stateOf(id);
      const both = await Promise.all(["paypal", "cod"].map((method) => choose(id, method, { version })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const open = await shop.db.all(
        sql`select from payment where order_id = ${id} and status in ('created', 'pending')`,
      );
      expect(open).toHaveLength(1);
    });

    test("SO09: one request that is sent three times at the same moment opens one payment, and each gets its page", async () => {
      const { order_id: id } = await begun();
      const { version } = await stateOf(id);
      const key = aKey();
      const all = await Promise.all([1, 2, 3].map(() => choose(id, "paypal", { key, version })));
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
      const [url, ...others] = new Set(all.map(({ body }) => body.payment_url));
      expect([url, others]).toEqual([expect.stringMatching(/^http/), []]);
      expect((await moneyOf(shop, id)).payments).toEqual(["vnpay_visa cancelled", expect.stringMatching(/^paypal /)]);
    });

    test("SO09: other dollars than shown, a method that is not offered, no key and another customer's order are refused", async () => {
      const { order_id: id } = await begun();
      const changed = await choose(id, "paypal", { expected_usd_cents: 1 } as never);
      expect([changed.status, changed.body.code]).toEqual([409, "lianne_order_changed"]);
      expect((await moneyOf(shop, id)).method).toBe("vnpay_visa");
      expect((await choose(id, "momo")).status).toBe(400);
      const { version } = await stateOf(id);
      const body = { version, payment_method: "cod" };
      expect((await shopper.post(`${path(id)}/payment`, body)).status).toBe(400);
      const stranger = shop.client();
      await stranger.register();
      expect((await stranger.post(`${path(id)}/payment`, body, { "idempotency-key": aKey() })).status).toBe(404);
    });
  });

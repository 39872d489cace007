import { beforeAll, describe, expect, test } from "vitest";
import { PaymentCreated } from "#contract/payment.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { refundManually } from "#fixtures/testing/paypal-merchant.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";

for (const engine of engines)
  describe(`partial refunds of a payment on ${engine.name}`, () => {
    const clock = new TestClock();
    let shop: PayingShop;
    let merchant: Visitor;

    const paidBy = async (payment_method: "vnpay_visa" | "paypal") => {
      const shopper = shop.client();
      await shopper.register();
      const begun = PaymentCreated.parse((await beginPayment(shopper, { payment_method })).body);
      await payAndReturn(shopper, begun.payment_url);
      const { status, total } = await moneyOf(shop, begun.order_id);
      expect(status).toBe("processing");
      return { id: begun.order_id, total };
    };
    const refund = async (id: number, amount: number) =>
      expect((await merchant.post(`${orderPath(id)}/refunds`, { amount: String(amount) })).status).toBe(201);
    /** Advances the clock in steps of a few minutes and runs the jobs that are due. */
    const pass = async (times: number) => {
      for (let step = 0; step < times; step++) {
        await shop.runJobs();
        clock.advance(6 * minuteMs);
      }
    };
    const refundsAt = (gateway: "vnpay" | "paypal", id: number) =>
      shop.gateways[gateway].ledger().find(({ reference }) => reference === `${id}-1`)?.refunds ?? [];

    beforeAll(async () => {
      shop = await openPayingShop(engine, { clock, env: httpsEnv });
      merchant = await merchantOf(shop);
    });

    test("at VNPay are sequential: two equal parts are two refunds", async () => {
      shop.gateways.vnpay.control({ refund_takes_ms: 10 * minuteMs });
      const { id, total } = await paidBy("vnpay_visa");
      await refund(id, 50_000);
      await refund(id, 50_000);
      await refund(id, total - 100_000);
      await shop.runJobs();
      expect(refundsAt("vnpay", id)).toEqual([{ amount: 50_000, status: "05" }]);
      expect((await moneyOf(shop, id)).refunds).toEqual(["requested", "requested", "requested"]);
      await pass(12);
      const parts = [50_000, 50_000, total - 100_000];
      expect(refundsAt("vnpay", id)).toEqual(parts.map((amount) => ({ amount, status: "06" })));
      expect(await moneyOf(shop, id)).toMatchObject({
        status: "refunded",
        payments: ["vnpay_visa refunded"],
        refunds: ["done", "done", "done"],
      });
    });

    test("at VNPay, the second of two equal parts is sent although the first takes until the next day", async () => {
      shop.gateways.vnpay.control({ refund_takes_ms: 25 * hourMs });
      const { id } = await paidBy("vnpay_visa");
      await refund(id, 50_000);
      await refund(id, 50_000);
      await shop.runJobs();
      clock.advance(26 * hourMs);
      await pass(2);
      expect(refundsAt("vnpay", id).map(({ status }) => status)).toEqual(["06", "05"]);
      expect((await moneyOf(shop, id)).refunds).toEqual(["done", "requested"]);
      clock.advance(26 * hourMs);
      await pass(2);
      expect((await moneyOf(shop, id)).refunds).toEqual(["done", "done"]);
    });

    test("at VNPay, the merchant is notified once of a refund that does not end, and of the one after it", async () => {
      shop.gateways.vnpay.control({ refund_takes_ms: 9 * dayMs });
      const { id } = await paidBy("vnpay_visa");
      await refund(id, 50_000);
      await refund(id, 60_000);
      await shop.runJobs();
      clock.advance(2 * dayMs);
      await pass(1);
      expect(await emailsOf(shop, id)).not.toHaveProperty("merchant_refund_slow");
      clock.advance(dayMs);
      for (let hour = 0; hour < 3; hour++) {
        clock.advance(hourMs);
        await pass(1);
      }
      expect(await emailsOf(shop, id)).toMatchObject({ merchant_refund_slow: 2 });
      expect(await moneyOf(shop, id)).toMatchObject({
        refunds: ["requested", "requested"],
        notes: [expect.stringContaining("ba ngày"), expect.stringContaining("ba ngày")],
      });
      clock.advance(7 * dayMs);
      await pass(2);
      clock.advance(10 * dayMs);
      await pass(2);
      expect((await moneyOf(shop, id)).refunds).toEqual(["done", "done"]);
    });

    test("at PayPal add up to the last cent", async () => {
      const { id, total } = await paidBy("paypal");
      const third = Math.floor(total / 3);
      for (const amount of [third, third, total - 2 * third]) {
        await refund(id, amount);
        await pass(2);
      }
      const row = shop.gateways.paypal.ledger().find(({ reference }) => reference === `${id}-1`);
      expect(row).toMatchObject({ refunded: row?.paid, refunds: [{}, {}, {}] });
      expect(await moneyOf(shop, id)).toMatchObject({ status: "refunded", refunds: ["done", "done", "done"] });
    });

    test("at PayPal, a refund made on PayPal's site after one by the shop is noted", async () => {
      const { id } = await paidBy("paypal");
      await refund(id, 100_000);
      await shop.runJobs();
      await shop.gateways.idle();
      const { transaction, ...before } = await moneyOf(shop, id);
      expect(before).toMatchObject({ refunds: ["done"], notes: [] });
      for (const value of ["1.00", "2.00"]) {
        const amount = { currency_code: "USD", value };
        expect((await refundManually(shop.gateways.env, transaction, { amount })).status).toBe(201);
        await shop.gateways.idle();
      }
      const noteText = expect.stringContaining("PAYMENT.CAPTURE.REFUNDED");
      expect(await moneyOf(shop, id)).toMatchObject({ refunds: ["done"], notes: [noteText, noteText] });
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import { PaymentCreated } from "#contract/order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndComeBack } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/clock.ts";

for (const engine of engines)
  describe(`a payment that is given back in parts on ${engine.name}`, () => {
    const clock = new TestClock();
    let shop: PayingShop;
    let merchant: Visitor;

    const paidBy = async (payment_method: "vnpay_visa" | "paypal") => {
      const shopper = shop.client();
      await shopper.register();
      const begun = PaymentCreated.parse((await beginPayment(shopper, { payment_method })).body);
      await payAndComeBack(shopper, begun.payment_url);
      const { status, total } = await moneyOf(shop, begun.order_id);
      expect(status).toBe("processing");
      return { id: begun.order_id, total };
    };
    const giveBack = async (id: number, amount: number) =>
      expect((await merchant.post(`${orderPath(id)}/refunds`, { amount: String(amount) })).status).toBe(201);
    /** Lets time pass a few minutes at a time, with the work that is then due. */
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

    test("at VNPay, one after the other: two equal parts are two refunds", async () => {
      shop.gateways.vnpay.control({ refund_takes_ms: 10 * minuteMs });
      const { id, total } = await paidBy("vnpay_visa");
      await giveBack(id, 50_000);
      await giveBack(id, 50_000);
      await giveBack(id, total - 100_000);
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

    test("at PayPal, to the last cent", async () => {
      const { id, total } = await paidBy("paypal");
      const third = Math.floor(total / 3);
      for (const amount of [third, third, total - 2 * third]) {
        await giveBack(id, amount);
        await pass(2);
      }
      const row = shop.gateways.paypal.ledger().find(({ reference }) => reference === `${id}-1`);
      expect(row).toMatchObject({ refunded: row?.paid, refunds: [{}, {}, {}] });
      expect(await moneyOf(shop, id)).toMatchObject({ status: "refunded", refunds: ["done", "done", "done"] });
    });
  });

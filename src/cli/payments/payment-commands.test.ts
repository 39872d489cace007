import { beforeAll, describe, expect, test } from "vitest";
import { calendarDayOf } from "#contract/calendar-days.ts";
import { command, type Ended } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  type BegunPayment,
  beginPayment,
  openPayingShop,
  type PayingShop,
  payAndReturn,
} from "#fixtures/testing/gateways.ts";
import { eventsOf, emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

interface Report {
  payments: { order: number; method: string; shop: string; gateway: string; usd: string | null; difference: string }[];
  totals: { method: string; attempts: number; paid: number; amount: number; refunded: number }[];
  differences: number;
  unconfirmed: string[];
}

const minuteMs = 60_000;

for (const engine of engines)
  describe(`a day's payments on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const run = (options = ""): Promise<Ended> =>
      command(shop, `payments --day ${calendarDayOf(shop.clock.now())}${options && ` ${options}`}`);
    const report = async (options = ""): Promise<Report> =>
      JSON.parse((await run(`--json ${options}`.trim())).out) as Report;
    const begin = async (method: "vnpay_visa" | "paypal"): Promise<BegunPayment> =>
      (await beginPayment(shopper, { payment_method: method })).body;
    beforeAll(async () => {
      shop = await openPayingShop(engine);
      shop.clock.avoidMidnight();
      shopper = shop.client();
      await shopper.register();
    });

    test("prints a message for a day without payments", async () => {
      expect(await command(shop, "payments --day 2020-02-29")).toEqual({
        exit: 0,
        out: "No online payments on 2020-02-29.",
        err: "",
      });
    });

    test.each(["2026-02-30", "21/11/2026", "2026-13-01", "yesterday"])("%s is no day", async (day) => {
      expect(await command(shop, `payments --day ${day}`)).toEqual({
        exit: 1,
        out: "",
        err: expect.stringContaining("--day is a day in Vietnam"),
      });
    });

    test("paid payments match the gateways, in both currencies", async () => {
      for (const method of ["vnpay_visa", "paypal"] as const)
        await payAndReturn(shopper, (await begin(method)).payment_url);
      await shop.gateways.idle();
      const { payments, totals, differences } = await report("--all");
      expect(payments).toMatchObject([
        { method: "vnpay_visa", shop: "succeeded", gateway: "paid (00)", usd: null, difference: "" },
        { method: "paypal", shop: "succeeded", usd: "16.15", difference: "" },
      ]);
      expect(differences).toBe(0);
      expect(totals).toMatchObject([
        { method: "paypal", attempts: 1, paid: 1, amount: 420_000 },
        { method: "vnpay_visa", attempts: 1, paid: 1, amount: 420_000 },
      ]);
      const printed = await run();
      expect(printed).toMatchObject({ exit: 0, err: "" });
      expect(printed.out).toMatch(/ORDER +METHOD +REFERENCE +AMOUNT +USD +SHOP +GATEWAY/);
      expect(printed.out).toMatch(/paypal +1 +1 +420,000 VND/);
    });

    test("mark-refunded closes an overpayment that its gateway does not refund, once", async () => {
      const first = await begin("vnpay_visa");
      const second = await begin("vnpay_visa");
      expect(second.order_id).toBe(first.order_id);
      for (const { payment_url } of [second, first]) await payOnPage(payment_url, "pay");
      await shop.gateways.idle();
      const reference = `${first.order_id}-1`;
      const markRefunded = (transaction: string) =>
        command(shop, `payments mark-refunded ${reference} --by Lan --transaction ${transaction}`);
      expect((await command(shop, `payments mark-refunded ${reference} --by Lan`)).exit).toBe(1);
      expect((await markRefunded("FT1")).err).toContain("still refunding");
      shop.gateways.vnpay.control({ refund_takes_ms: 0, refunds_end: "09" });
      await shop.runJobs();
      shop.clock.advance(6 * minuteMs);
      await shop.runJobs();
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        refunds: ["failed overpayment"],
        status: "processing",
      });
      const { exit, out } = await run();
      expect({ exit, out }).toMatchObject({
        exit: 1,
        out: expect.stringContaining(`payments mark-refunded ${reference}`),
      });
      expect((await markRefunded("FT1")).out).toMatch(
        /420,000 VND of order \d+ are recorded as refunded by Lan \(FT1\)/,
      );
      expect(await markRefunded("FT1")).toMatchObject({ exit: 0, out: expect.stringContaining("was recorded") });
      expect(await markRefunded("FT2")).toMatchObject({ exit: 1, err: expect.stringContaining("by Lan (FT1)") });
      expect(await moneyOf(shop, first.order_id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa refunded", "vnpay_visa succeeded"] },
        ...{ refunds: ["manual overpayment"] },
        notes: [expect.any(String), expect.stringContaining(reference), expect.stringMatching(/Lan .*FT1/)],
      });
      expect(await emailsOf(shop, first.order_id)).toMatchObject({
        ...{ merchant_surplus_failed: 1, double_payment_refunded: 1 },
      });
      expect((await eventsOf(shop, first.order_id)).at(-1)).toBe("refund refunded_manually");
      expect(await run()).toMatchObject({ exit: 0, out: expect.stringMatching(/refunded .*420,000 VND/) });
      const state = await shopper.post<{ notice: string }>("/wp-json/lianne-vnpay/v1/payment-callback", {
        order_id: first.order_id,
      });
      expect(state.body).toMatchObject({
        payment_status: "completed",
        notice: expect.stringContaining("đã được hoàn"),
      });
      const paid = `${second.order_id}-2`;
      for (const other of [paid, "1-1", "nonsense"])
        expect((await command(shop, `payments mark-refunded ${other} --by Lan --transaction FT1`)).err).toContain(
          "is not an overpayment",
        );
      shop.gateways.vnpay.control({ refunds_end: "06" });
    });

    test("reports a payment that is paid at the gateway only", async () => {
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      const { order_id, payment_url } = await begin("vnpay_visa");
      await payOnPage(payment_url, "pay");
      const { exit, out, err } = await run();
      expect(out).toMatch(new RegExp(`${order_id} +vnpay_visa .*paid \\(00\\).*paid at the gateway, not here`));
      expect({ exit, err }).toEqual({ exit: 1, err: "1 payment differs between shop and gateway." });
      shop.gateways.vnpay.control({});
    });

    test("reports a payment that is paid in the shop only", async () => {
      // another customer: the next order of the first one would settle the open payment
      shopper = shop.client();
      await shopper.register();
      const { order_id } = await begin("vnpay_visa");
      const forged = sql`update payment set status = 'succeeded', settled_at = now() where order_id = ${order_id}`;
      await shop.db.transaction((tx) => tx.run(forged));
      const { payments } = await report("--all");
      expect(payments.find(({ order }) => order === order_id)?.difference).toBe("paid here, not at the gateway");
    });

    test("reports without the status of a gateway that does not respond", async () => {
      await shop.gateways.close();
      const { exit, err, out } = await run("--all");
      expect(exit).toBe(0);
      expect(out).toContain("no response");
      expect(err).toContain("did not respond about");
    });
  });

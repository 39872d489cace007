import { beforeAll, describe, expect, test } from "vitest";
import { command, type Ended } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  type BegunPayment,
  beginPayment,
  openPayingShop,
  type PayingShop,
  payAndComeBack,
} from "#fixtures/testing/gateways.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/database.ts";

interface Report {
  payments: { order: number; method: string; shop: string; gateway: string; usd: string | null; difference: string }[];
  totals: { method: string; attempts: number; paid: number; amount: number; refunded: number }[];
  differences: number;
  unheard: string[];
}

const vietnamDay = (date: Date): string => new Date(date.getTime() + 7 * 60 * 60_000).toISOString().slice(0, 10);

for (const engine of engines)
  describe(`a day's payments on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const run = (options = ""): Promise<Ended> =>
      command(shop, `payments --day ${vietnamDay(shop.clock.now())}${options && ` ${options}`}`);
    const report = async (options = ""): Promise<Report> =>
      JSON.parse((await run(`--json ${options}`.trim())).out) as Report;
    const begin = async (method: "vnpay_visa" | "paypal"): Promise<BegunPayment> =>
      (await beginPayment(shopper, { payment_method: method })).body;
    beforeAll(async () => {
      shop = await openPayingShop(engine);
      shopper = shop.client();
      await shopper.register();
    });

    test("a day without any says so", async () => {
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

    test("what was paid agrees, in both currencies", async () => {
      for (const method of ["vnpay_visa", "paypal"] as const)
        await payAndComeBack(shopper, (await begin(method)).payment_url);
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

    test("money that the gateway has and the shop has not is a difference", async () => {
      shop.gateways.vnpay.control({ notices: { kind: "missing" } });
      const { order_id, payment_url } = await begin("vnpay_visa");
      await payOnPage(payment_url, "pay");
      const { exit, out, err } = await run();
      expect(out).toMatch(new RegExp(`${order_id} +vnpay_visa .*paid \\(00\\).*paid at the gateway, not here`));
      expect({ exit, err }).toEqual({ exit: 1, err: "1 payment differs between shop and gateway." });
      shop.gateways.vnpay.control({});
    });

    test("a payment that the shop calls paid and the gateway does not is one too", async () => {
      // somebody else: the first shopper's next order would settle the one that is open
      shopper = shop.client();
      await shopper.register();
      const { order_id } = await begin("vnpay_visa");
      const forged = sql`update payment set status = 'succeeded', settled_at = now() where order_id = ${order_id}`;
      await shop.db.transaction((tx) => tx.run(forged));
      const { payments } = await report("--all");
      expect(payments.find(({ order }) => order === order_id)?.difference).toBe("paid here, not at the gateway");
    });

    test("a silent gateway keeps nobody from the report", async () => {
      await shop.gateways.close();
      const { exit, err, out } = await run("--all");
      expect(exit).toBe(0);
      expect(out).toContain("no answer");
      expect(err).toContain("did not answer about");
    });
  });

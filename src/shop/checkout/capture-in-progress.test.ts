import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatePayment } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, returnToShop, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { t } from "#shop/kernel/request/messages.ts";

const minute = 60_000;
const silent = { notifications: { kind: "missing" } } as const;
/** The capture request gets no response, so it is unknown whether the money was taken. */
const lost = { ...silent, responses: { capture: { dead: true } } };

for (const engine of engines)
  describe(`a submit while PayPal captures the payment of an unpaid order, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const begin = async (own: Partial<CreatePayment> = {}) =>
      (await beginPayment(shopper, { payment_method: "paypal", ...own })).body;
    /**
     * Approves the payment and returns to the shop; if the response to the capture was lost, the capture is still in
     * progress then.
     */
    const approve = async (payment_url: string) => returnToShop(shopper, await payOnPage(payment_url, "pay"));
    const money = (id: number) => moneyOf(shop, id);

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shop.gateways.paypal.control(silent);
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 1);
    });

    test.each(["vi", "en"] as const)("is a 409 that names the order, in %s, and changes nothing", async (lang) => {
      const { order_id, payment_url } = await begin();
      shop.gateways.paypal.control(lost);
      await approve(payment_url);
      shopper.cookies.set("preferred-language", lang);
      const rejected = {
        ...{ status: 409, body: { code: "payment_in_progress" } },
        ...{ body: { message: t(lang, "payment_gateway.in_progress", { order: order_id }) } },
      };
      const other = { shipping_lines: [{ method_id: "local_pickup" as const }] };
      expect(await beginPayment(shopper, { payment_method: "paypal", ...other })).toMatchObject(rejected);
      expect(await beginPayment(shopper)).toMatchObject(rejected);
      expect(await money(order_id)).toMatchObject({
        status: "pending",
        method: "paypal",
        payments: ["paypal pending"],
      });
    });

    test("does not disturb the payment, which a repeated return completes", async () => {
      const { order_id, payment_url } = await begin();
      const back = await payOnPage(payment_url, "pay");
      shop.gateways.paypal.control(lost);
      await returnToShop(shopper, back);
      expect((await beginPayment(shopper)).status).toBe(409);
      shop.gateways.paypal.control(silent);
      await returnToShop(shopper, back);
      expect(await money(order_id)).toMatchObject({
        status: "processing",
        payments: ["paypal succeeded"],
        refunds: [],
      });
    });

    test("is accepted a minute later, if the payment was not captured", async () => {
      const { order_id, payment_url } = await begin();
      shop.gateways.paypal.control(lost);
      await approve(payment_url);
      shop.gateways.paypal.control(silent);
      expect((await submit<Problem>(shopper)).body.code).toBe("payment_in_progress");
      shop.clock.advance(minute + 1);
      expect(await submit(shopper)).toMatchObject({ status: 200, body: { id: order_id } });
      expect(await money(order_id)).toMatchObject({ status: "pending", method: "cod", refunds: [] });
    });

    test("is accepted at once, if there was nothing to capture", async () => {
      const { order_id, payment_url } = await begin();
      await returnToShop(shopper, (await payOnPage(payment_url, "cancel")).replace("/cancel?", "/return?"));
      expect((await begin()).order_id).toBe(order_id);
    });

    test("is a 409 too when the job that expires the order captures the payment", async () => {
      const { payment_url } = await begin();
      await payOnPage(payment_url, "pay");
      shop.gateways.paypal.control(lost);
      shop.clock.advance(31 * minute);
      await shop.runJobs();
      expect(await beginPayment(shopper)).toMatchObject({ status: 409, body: { code: "payment_in_progress" } });
    });
  });

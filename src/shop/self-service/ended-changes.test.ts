import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SelfServiceState } from "#contract/self-service.ts";
import { type ChangingShop, openChangingShop } from "#fixtures/testing/changing-shop.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { refuseWrites } from "#fixtures/testing/refuse-writes.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";

/** after the last one a job has failed permanently */
const jobAttempts = 8;

for (const engine of engines)
  describe(`changes of a paid order that are not applied on ${engine.name}`, () => {
    let here: ChangingShop;
    beforeAll(async () => {
      here = await openChangingShop(engine);
    });
    beforeEach(() => here.renew());

    test("SO08: a change that is not paid within the hold leaves the order as it was, and a late payment is returned", async () => {
      const id = await here.paidOrder(here.cheap);
      const { total } = await here.stored(id);
      const { payment_url: url } = (await here.own.toOption(id, here.dear)).body;
      here.shop.clock.advance(31 * minuteMs);
      await here.settle();
      expect(await here.change(id)).toBeNull();
      expect(await here.stored(id)).toMatchObject({ total, line_items: [{ variation_id: here.cheap.id }] });
      expect(await here.stocks()).toEqual([9, 10, 10]);
      expect((await here.stateOf(id)).actions).toContain("change_option");
      const late = await here.post(id, "payment");
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      await payOnPage(url, "pay").catch(() => undefined);
      await here.settle();
      expect((await moneyOf(here.shop, id)).total).toBe(Number(total));
      expect(await here.stocks()).toEqual([9, 10, 10]);
    });

    test("SO08, SO14: a discarded change returns its stock; its payment, which succeeds afterwards, is returned", async () => {
      const id = await here.paidOrder(here.cheap);
      const { payment_url: url, order } = (await here.own.toOption(id, here.dear)).body;
      const second = await here.own.toOption(id, here.same);
      expect([second.status, second.body.code], "one change at a time").toEqual([409, "lianne_state"]);
      expect((await here.post(id, "discard", { version: "other" })).status).toBe(409);
      const discarded = await here.post<SelfServiceState>(id, "discard", { version: order.version });
      expect(discarded.body).toMatchObject({ change: null, status: "processing" });
      expect(await here.stocks()).toEqual([9, 10, 10]);
      await payOnPage(url, "pay");
      await here.settle();
      expect(await moneyOf(here.shop, id)).toMatchObject({
        payments: ["vnpay_visa succeeded", expect.stringMatching(/^vnpay_visa (to_refund|refunded)$/)],
        refunds: [expect.stringMatching(/overpayment$/)],
      });
      expect(await here.stored(id)).toMatchObject({ line_items: [{ variation_id: here.cheap.id }] });
      expect((await here.post(id, "discard", { version: order.version })).status).toBe(409);
    });

    test("SO08, SO14: an order that was packed before the payment stays as it was, and the payment is returned", async () => {
      const id = await here.paidOrder(here.cheap);
      const { total } = await here.stored(id);
      const { payment_url: url } = (await here.own.toOption(id, here.dear)).body;
      expect((await here.owner.call("POST", `/pack/orders/${id}/assign`, {})).status).toBe(200);
      await payOnPage(url, "pay");
      await here.settle();
      expect(await here.change(id)).toMatchObject({ state: "refused", refused: "packed", amount: 120_000 });
      expect(await here.stored(id)).toMatchObject({ total, line_items: [{ variation_id: here.cheap.id }] });
      const money = await moneyOf(here.shop, id);
      expect(money.payments[1]).toMatch(/^vnpay_visa (to_refund|refunded)$/);
      expect(money.refunds).toEqual([expect.stringMatching(/overpayment$/)]);
      expect(await here.stocks()).toEqual([9, 10, 10]);
      expect(await emailsOf(here.shop, id)).toMatchObject({ merchant_second_payment: 1, merchant_customer_change: 1 });
    });

    test("SO08: a paid change that fails in every attempt is given up: its payment is returned, and the order can be packed", async () => {
      const id = await here.paidOrder(here.cheap);
      const { total } = await here.stored(id);
      const { payment_url: url } = (await here.own.toOption(id, here.dear)).body;
      const allowWrites = await refuseWrites(here.shop, "order_line");
      await payOnPage(url, "pay");
      const pack = () => here.owner.call("POST", `/pack/orders/${id}/assign`, {});
      for (let attempt = 1; attempt <= jobAttempts; attempt++) {
        here.shop.clock.advance(3 * minuteMs);
        expect(attempt === 1 || (await pack()).status === 409, "it is still tried").toBe(true);
        await here.settle();
      }
      await allowWrites();
      const errors = here.shop.takeLoggedErrors();
      expect([errors.length, errors.at(-1)]).toMatchObject([jobAttempts, { msg: "a job failed permanently" }]);
      expect(await here.change(id)).toMatchObject({ state: "refused", refused: "failed", amount: 120_000 });
      expect(await here.stored(id)).toMatchObject({ total, line_items: [{ variation_id: here.cheap.id }] });
      expect(await here.stocks()).toEqual([9, 10, 10]);
      const money = await moneyOf(here.shop, id);
      expect(money.payments[1]).toMatch(/^vnpay_visa (to_refund|refunded)$/);
      expect(money.refunds).toEqual([expect.stringMatching(/overpayment$/)]);
      expect(await emailsOf(here.shop, id)).toMatchObject({
        ...{ merchant_second_payment: 1, merchant_customer_change: 1, double_payment_found: 1 },
      });
      expect((await here.stateOf(id)).actions).toContain("change_option");
      expect((await pack()).status).toBe(200);
    });

    test("SO08, SO14: two tabs request two changes at the same moment: one waits, with one payment and one reservation", async () => {
      const id = await here.paidOrder(here.cheap);
      const { version } = await here.stateOf(id);
      const both = await Promise.all([
        here.own.toOption(id, here.dear, { version }),
        here.own.toOption(id, here.dear, { version }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await here.stocks()).toEqual([9, 10, 9]);
      expect((await moneyOf(here.shop, id)).payments).toHaveLength(2);
    });

    test("SO08: without stock for a dearer option nothing is reserved, and nothing is to be paid", async () => {
      const id = await here.paidOrder(here.cheap);
      await setStock(here.shop, here.dear.id, 0);
      const short = await here.own.toOption(id, here.dear);
      expect([short.status, short.body.data.params]).toMatchObject([
        400,
        { variation_id: expect.stringContaining("còn 0") },
      ]);
      expect(await here.change(id)).toBeNull();
      expect((await moneyOf(here.shop, id)).payments).toEqual(["vnpay_visa succeeded"]);
    });

    test("SO08, SO04: an order that is cancelled while its change waits returns all stock, and a payment for it", async () => {
      const id = await here.paidOrder(here.cheap);
      const { payment_url: url } = (await here.own.toOption(id, here.dear)).body;
      await here.merchant.call("PUT", orderPath(id), { status: "cancelled" });
      expect(await here.stocks()).toEqual([10, 10, 10]);
      await payOnPage(url, "pay");
      await here.settle();
      expect(await here.stocks()).toEqual([10, 10, 10]);
      expect((await moneyOf(here.shop, id)).payments[1]).toMatch(/^vnpay_visa (to_refund|refunded)$/);
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { type ChangingShop, openChangingShop } from "#fixtures/testing/changing-shop.ts";
import { benNghe } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payAndReturn } from "#fixtures/testing/gateways.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { ownOrderPath } from "#fixtures/testing/own-orders.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`changes of a paid order on ${engine.name}`, () => {
    let here: ChangingShop;
    beforeAll(async () => {
      here = await openChangingShop(engine);
    });
    beforeEach(() => here.renew());

    test("SO08: another option of the same price is applied at once, and moves no money", async () => {
      const id = await here.paidOrder(here.cheap);
      const { total } = await here.stored(id);
      expect((await here.own.toOption(id, here.same)).body).toMatchObject({ payment_url: "", order: { change: null } });
      expect(await here.stored(id)).toMatchObject({ total, line_items: [{ variation_id: here.same.id }] });
      expect(await moneyOf(here.shop, id)).toMatchObject({ payments: ["vnpay_visa succeeded"], refunds: [] });
      expect(await here.stocks()).toEqual([10, 9, 10]);
    });

    for (const method of ["vnpay_visa", "paypal"] as const)
      test(`SO08: a higher total is applied after its payment link is paid, by ${method}`, async () => {
        const id = await here.paidOrder(here.cheap, method);
        const { total } = await here.stored(id);
        const requested = await here.own.toOption(id, here.dear);
        expect(requested.status).toBe(200);
        expect(requested.body.payment_url).toMatch(/^http/);
        expect(requested.body.order.actions).toEqual([
          "request_cancel",
          "pay_change",
          "discard_change",
          "resend_email",
        ]);
        expect(requested.body.order.change).toMatchObject({
          ...{ kind: "option", state: "waiting", amount: 120_000, refused: null },
          until: expect.any(String),
        });
        expect(await here.stored(id)).toMatchObject({ total, line_items: [{ variation_id: here.cheap.id }] });
        expect(await here.stocks(), "the new option is reserved while it waits").toEqual([9, 10, 9]);
        expect((await here.post(id, "payment")).body.payment_url).toBe(requested.body.payment_url);
        const back = await payAndReturn(here.shopper, requested.body.payment_url, "pay");
        expect(back.header("location")).toMatch(/\/profile\?tab=orders$/);
        await here.settle();
        const after = Number(total) + 120_000;
        expect(await here.stored(id)).toMatchObject({
          total: String(after),
          line_items: [{ variation_id: here.dear.id }],
        });
        expect(await moneyOf(here.shop, id)).toMatchObject({
          ...{ status: "processing", total: after, refunds: [] },
          payments: [`${method} succeeded`, `${method} succeeded`],
        });
        expect(await here.stocks()).toEqual([10, 10, 9]);
        expect(await here.change(id)).toBeNull();
        // both payments together are what the order costs
        const { body } = await here.owner.request<WooOrder>("GET", orderPath(id));
        expect(body.lianne?.money).toMatchObject({ paid: after, due: 0, refundable: after });
        await command(here.shop, `orders set-status ${id} refunded`);
        expect((await moneyOf(here.shop, id)).status).toBe("refunded");
      });

    test("SO08: a lower total refunds the difference, and the rest of the order can still be refunded", async () => {
      const id = await here.paidOrder(here.dear);
      const { total } = await here.stored(id);
      const changed = await here.own.toOption(id, here.cheap);
      expect([changed.status, changed.body.payment_url]).toEqual([200, ""]);
      const after = Number(total) - 120_000;
      expect(await here.stored(id)).toMatchObject({
        total: String(after),
        line_items: [{ variation_id: here.cheap.id }],
        refunds: [],
      });
      expect(await here.stocks()).toEqual([9, 10, 10]);
      await here.settle();
      here.shop.clock.advance(6 * minuteMs);
      await here.settle();
      expect(await moneyOf(here.shop, id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa succeeded"] },
        refunds: [expect.stringMatching(/^(done|requested) overpayment$/)],
      });
      // and a second time: the here.same payment gives back another part
      expect((await here.own.toOption(id, here.dear)).body.payment_url).toMatch(/^http/);
      const { version } = await here.stateOf(id);
      await here.post(id, "discard", { version });
      const { body } = await here.owner.request<WooOrder>("GET", orderPath(id));
      expect(body.lianne?.money).toMatchObject({ due: 0, refundable: after });
      const refund = await here.merchant.post<Problem>(`${orderPath(id)}/refunds`, {
        amount: String(after),
        api_refund: true,
      });
      expect(refund.status).toBe(201);
      expect((await moneyOf(here.shop, id)).status).toBe("refunded");
    });

    test("SO06, SO08: an address of a higher delivery cost is paid first, one of a lower cost is refunded", async () => {
      const id = await here.paidOrder(here.cheap);
      const { total } = await here.stored(id);
      await command(here.shop, "settings set shipping_flat_rate 45000");
      const { body } = await here.own.toAddress(id, benNghe);
      expect(body.order.change).toMatchObject({ kind: "address", state: "waiting", amount: 20_000 });
      expect((await here.stored(id)).shipping.address_1).toBe("12 Nguyễn Huệ");
      await payAndReturn(here.shopper, body.payment_url, "pay");
      await here.settle();
      expect(await here.stored(id)).toMatchObject({
        ...{ total: String(Number(total) + 20_000), shipping_total: "45000" },
        shipping: { address_1: "99 Lê Lợi" },
      });
      await command(here.shop, "settings set shipping_flat_rate 10000");
      const back = await here.own.toAddress(id, benNghe, { address_1: "5 Lê Lợi" });
      expect([back.status, back.body.payment_url]).toEqual([200, ""]);
      expect(await here.stored(id)).toMatchObject({ shipping: { address_1: "5 Lê Lợi" }, shipping_total: "10000" });
      expect((await moneyOf(here.shop, id)).refunds).toEqual([expect.stringMatching(/overpayment$/)]);
    });

    test("SO08: a difference that is too small for the order's gateway is paid by another one", async () => {
      const id = await here.paidOrder(here.cheap, "vnpay_visa");
      await command(here.shop, "settings set shipping_flat_rate 26000");
      const { status, body } = await here.own.toAddress(id, benNghe);
      expect([status, body.order.change?.amount]).toEqual([200, 1_000]);
      await payAndReturn(here.shopper, body.payment_url, "pay");
      await here.settle();
      expect(await here.stored(id)).toMatchObject({ shipping_total: "26000", shipping: { address_1: "99 Lê Lợi" } });
      expect((await moneyOf(here.shop, id)).payments).toEqual(["vnpay_visa succeeded", "paypal succeeded"]);
    });

    test("SO08: a gateway that does not respond leaves the change waiting, and its payment can be tried again", async () => {
      const id = await here.paidOrder(here.cheap, "paypal");
      here.shop.gateways.paypal.control({ responses: { create: { dead: true } } });
      const requested = await here.own.toOption(id, here.dear);
      expect([requested.status, requested.body.payment_url, requested.body.order.change?.state]).toEqual([
        200,
        "",
        "waiting",
      ]);
      expect(here.shop.takeLoggedErrors()).toMatchObject([{ msg: "the gateway did not create a payment" }]);
      here.shop.gateways.paypal.control({});
      const again = await here.post(id, "payment");
      await payAndReturn(here.shopper, again.body.payment_url, "cancel");
      expect(await here.change(id)).toMatchObject({ state: "waiting" });
      const third = await here.post(id, "payment");
      await payAndReturn(here.shopper, third.body.payment_url, "pay");
      await here.settle();
      expect(await here.stored(id)).toMatchObject({ line_items: [{ variation_id: here.dear.id }] });
    });

    test("SO08, SO04: the cancellation of an order that was paid in two parts refunds each by its payment", async () => {
      await command(here.shop, "settings set self_cancel_paid auto");
      const id = await here.paidOrder(here.cheap);
      await payAndReturn(here.shopper, (await here.own.toOption(id, here.dear)).body.payment_url, "pay");
      await here.settle();
      const { total } = await here.stored(id);
      const { version } = await here.stateOf(id);
      const { status, body } = await here.shopper.post<SelfServiceState>(`${ownOrderPath(id)}/cancel`, { version });
      expect([status, body.status]).toEqual([200, "refunded"]);
      await here.settle();
      here.shop.clock.advance(6 * minuteMs);
      await here.settle();
      const refunds = await here.shop.db.all(sql`
        select r.status, r.amount, p.amount paid from refund r join payment p on p.id = r.payment_id
        where r.order_id = ${id} order by r.id`);
      expect(refunds).toEqual([
        { status: "done", amount: Number(total) - 120_000, paid: Number(total) - 120_000 },
        { status: "done", amount: 120_000, paid: 120_000 },
      ]);
      expect(await here.stocks()).toEqual([10, 10, 10]);
      await command(here.shop, "settings unset self_cancel_paid");
    });
  });

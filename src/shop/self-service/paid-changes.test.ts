import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { OtherPayment, SelfServiceState } from "#contract/self-service.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { benNghe } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndComeBack } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { type OwnOption, type OwnOrders, ownOptions, ownOrderPath, ownOrders } from "#fixtures/testing/own-orders.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** in several sizes */
const ring = 101;

for (const engine of engines)
  describe(`changes of a paid order on ${engine.name}`, () => {
    let shop: PayingShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let shopper: Visitor;
    let own: OwnOrders;
    let cheap: OwnOption;
    let same: OwnOption;
    let dear: OwnOption;
    const stored = async (id: number) => (await merchant.get<WooOrder>(orderPath(id))).body;
    const stateOf = async (id: number) => (await shopper.get<SelfServiceState>(ownOrderPath(id))).body;
    const stocks = () => Promise.all([cheap, same, dear].map(({ id }) => stockOf(shop, id)));
    const post = <Body = OtherPayment>(id: number, step: string, body?: object) =>
      shopper.post<Body & Problem>(`${ownOrderPath(id)}/change/${step}`, body);
    const settle = async () => {
      await shop.gateways.idle();
      await shop.runJobs();
      await shop.gateways.idle();
    };
    const paidOrder = async (option: OwnOption, payment_method: "vnpay_visa" | "paypal" = "vnpay_visa") => {
      const items = [{ product_id: option.productId, variation_id: option.id, quantity: 1 }];
      const begun = (await beginPayment(shopper, { items, payment_method })).body;
      await payAndComeBack(shopper, begun.payment_url, "pay");
      await shop.gateways.idle();
      expect((await moneyOf(shop, begun.order_id)).status).toBe("processing");
      return begun.order_id;
    };
    /** what is shown of a waiting change */
    const change = async (id: number) => (await own.record(id)).self_service.change;

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      [cheap, same, dear] = (await ownOptions(shop, merchant, ring, [500_000, 500_000, 620_000])) as [
        OwnOption,
        OwnOption,
        OwnOption,
      ];
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shop.gateways.paypal.control({});
      shopper = shop.client();
      const { id, username, password } = await shopper.register();
      await shopper.login(username, password, { remember: true });
      own = ownOrders(shopper, id);
      for (const option of [cheap, same, dear]) await setStock(shop, option.id, 10);
      await command(shop, "settings set shipping_flat_rate 25000");
    });

    test("SO08: another option of the same price is applied at once, and moves no money", async () => {
      const id = await paidOrder(cheap);
      const { total } = await stored(id);
      expect((await own.toOption(id, same)).body).toMatchObject({ payment_url: "", order: { change: null } });
      expect(await stored(id)).toMatchObject({ total, line_items: [{ variation_id: same.id }] });
      expect(await moneyOf(shop, id)).toMatchObject({ payments: ["vnpay_visa succeeded"], refunds: [] });
      expect(await stocks()).toEqual([10, 9, 10]);
    });

    for (const method of ["vnpay_visa", "paypal"] as const)
      test(`SO08: a higher total is applied after its payment link is paid, by ${method}`, async () => {
        const id = await paidOrder(cheap, method);
        const { total } = await stored(id);
        const requested = await own.toOption(id, dear);
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
        expect(await stored(id)).toMatchObject({ total, line_items: [{ variation_id: cheap.id }] });
        expect(await stocks(), "the new option is reserved while it waits").toEqual([9, 10, 9]);
        expect((await post(id, "payment")).body.payment_url).toBe(requested.body.payment_url);
        const back = await payAndComeBack(shopper, requested.body.payment_url, "pay");
        expect(back.header("location")).toMatch(/\/profile\?tab=orders$/);
        await settle();
        const after = Number(total) + 120_000;
        expect(await stored(id)).toMatchObject({ total: String(after), line_items: [{ variation_id: dear.id }] });
        expect(await moneyOf(shop, id)).toMatchObject({
          ...{ status: "processing", total: after, refunds: [] },
          payments: [`${method} succeeded`, `${method} succeeded`],
        });
        expect(await stocks()).toEqual([10, 10, 9]);
        expect(await change(id)).toBeNull();
        // both payments together are what the order costs
        const { body } = await owner.request<WooOrder>("GET", orderPath(id));
        expect(body.lianne?.money).toMatchObject({ paid: after, due: 0, refundable: after });
        await command(shop, `orders set-status ${id} refunded`);
        expect((await moneyOf(shop, id)).status).toBe("refunded");
      });

    test("SO08: a change that is not paid within the hold leaves the order as it was, and a late payment is returned", async () => {
      const id = await paidOrder(cheap);
      const { total } = await stored(id);
      const { payment_url: url } = (await own.toOption(id, dear)).body;
      shop.clock.advance(31 * minuteMs);
      await settle();
      expect(await change(id)).toBeNull();
      expect(await stored(id)).toMatchObject({ total, line_items: [{ variation_id: cheap.id }] });
      expect(await stocks()).toEqual([9, 10, 10]);
      expect((await stateOf(id)).actions).toContain("change_option");
      const late = await post(id, "payment");
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      await payOnPage(url, "pay").catch(() => undefined);
      await settle();
      expect((await moneyOf(shop, id)).total).toBe(Number(total));
      expect(await stocks()).toEqual([9, 10, 10]);
    });

    test("SO08, SO14: a discarded change returns its stock; its payment, which succeeds afterwards, is returned", async () => {
      const id = await paidOrder(cheap);
      const { payment_url: url, order } = (await own.toOption(id, dear)).body;
      const second = await own.toOption(id, same);
      expect([second.status, second.body.code], "one change at a time").toEqual([409, "lianne_state"]);
      expect((await post(id, "discard", { version: "other" })).status).toBe(409);
      const discarded = await post<SelfServiceState>(id, "discard", { version: order.version });
      expect(discarded.body).toMatchObject({ change: null, status: "processing" });
      expect(await stocks()).toEqual([9, 10, 10]);
      await payOnPage(url, "pay");
      await settle();
      expect(await moneyOf(shop, id)).toMatchObject({
        payments: ["vnpay_visa succeeded", expect.stringMatching(/^vnpay_visa (to_refund|refunded)$/)],
        refunds: [expect.stringMatching(/overpayment$/)],
      });
      expect(await stored(id)).toMatchObject({ line_items: [{ variation_id: cheap.id }] });
      expect((await post(id, "discard", { version: order.version })).status).toBe(409);
    });

    test("SO08, SO14: an order that was packed before the payment stays as it was, and the payment is returned", async () => {
      const id = await paidOrder(cheap);
      const { total } = await stored(id);
      const { payment_url: url } = (await own.toOption(id, dear)).body;
      expect((await owner.call("POST", `/pack/orders/${id}/assign`, {})).status).toBe(200);
      await payOnPage(url, "pay");
      await settle();
      expect(await change(id)).toMatchObject({ state: "refused", refused: "packed", amount: 120_000 });
      expect(await stored(id)).toMatchObject({ total, line_items: [{ variation_id: cheap.id }] });
      const money = await moneyOf(shop, id);
      expect(money.payments[1]).toMatch(/^vnpay_visa (to_refund|refunded)$/);
      expect(money.refunds).toEqual([expect.stringMatching(/overpayment$/)]);
      expect(await stocks()).toEqual([9, 10, 10]);
      expect(await emailsOf(shop, id)).toMatchObject({ merchant_second_payment: 1, merchant_customer_change: 1 });
    });

    test("SO08, SO14: two tabs request two changes at the same moment: one waits, with one payment and one reservation", async () => {
      const id = await paidOrder(cheap);
      const { version } = await stateOf(id);
      const both = await Promise.all([own.toOption(id, dear, { version }), own.toOption(id, dear, { version })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await stocks()).toEqual([9, 10, 9]);
      expect((await moneyOf(shop, id)).payments).toHaveLength(2);
    });

    test("SO08: without stock for a dearer option nothing is reserved, and nothing is to be paid", async () => {
      const id = await paidOrder(cheap);
      await setStock(shop, dear.id, 0);
      const short = await own.toOption(id, dear);
      expect([short.status, short.body.data.params]).toMatchObject([
        400,
        { variation_id: expect.stringContaining("còn 0") },
      ]);
      expect(await change(id)).toBeNull();
      expect((await moneyOf(shop, id)).payments).toEqual(["vnpay_visa succeeded"]);
    });

    test("SO08: a lower total refunds the difference, and the rest of the order can still be refunded", async () => {
      const id = await paidOrder(dear);
      const { total } = await stored(id);
      const changed = await own.toOption(id, cheap);
      expect([changed.status, changed.body.payment_url]).toEqual([200, ""]);
      const after = Number(total) - 120_000;
      expect(await stored(id)).toMatchObject({
        total: String(after),
        line_items: [{ variation_id: cheap.id }],
        refunds: [],
      });
      expect(await stocks()).toEqual([9, 10, 10]);
      await settle();
      shop.clock.advance(6 * minuteMs);
      await settle();
      expect(await moneyOf(shop, id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa succeeded"] },
        refunds: [expect.stringMatching(/^(done|requested) overpayment$/)],
      });
      // and a second time: the same payment gives back another part
      expect((await own.toOption(id, dear)).body.payment_url).toMatch(/^http/);
      const { version } = await stateOf(id);
      await post(id, "discard", { version });
      const { body } = await owner.request<WooOrder>("GET", orderPath(id));
      expect(body.lianne?.money).toMatchObject({ due: 0, refundable: after });
      const refund = await merchant.post<Problem>(`${orderPath(id)}/refunds`, {
        amount: String(after),
        api_refund: true,
      });
      expect(refund.status).toBe(201);
      expect((await moneyOf(shop, id)).status).toBe("refunded");
    });

    test("SO06, SO08: an address of a higher delivery cost is paid first, one of a lower cost is refunded", async () => {
      const id = await paidOrder(cheap);
      const { total } = await stored(id);
      await command(shop, "settings set shipping_flat_rate 45000");
      const { body } = await own.toAddress(id, benNghe);
      expect(body.order.change).toMatchObject({ kind: "address", state: "waiting", amount: 20_000 });
      expect((await stored(id)).shipping.address_1).toBe("12 Nguyễn Huệ");
      await payAndComeBack(shopper, body.payment_url, "pay");
      await settle();
      expect(await stored(id)).toMatchObject({
        ...{ total: String(Number(total) + 20_000), shipping_total: "45000" },
        shipping: { address_1: "99 Lê Lợi" },
      });
      await command(shop, "settings set shipping_flat_rate 10000");
      const back = await own.toAddress(id, benNghe, { address_1: "5 Lê Lợi" });
      expect([back.status, back.body.payment_url]).toEqual([200, ""]);
      expect(await stored(id)).toMatchObject({ shipping: { address_1: "5 Lê Lợi" }, shipping_total: "10000" });
      expect((await moneyOf(shop, id)).refunds).toEqual([expect.stringMatching(/overpayment$/)]);
    });

    test("SO08: a gateway that does not respond leaves the change waiting, and its payment can be tried again", async () => {
      const id = await paidOrder(cheap, "paypal");
      shop.gateways.paypal.control({ responses: { create: { dead: true } } });
      const requested = await own.toOption(id, dear);
      expect([requested.status, requested.body.payment_url, requested.body.order.change?.state]).toEqual([
        200,
        "",
        "waiting",
      ]);
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "the gateway did not create a payment" }]);
      shop.gateways.paypal.control({});
      const again = await post(id, "payment");
      await payAndComeBack(shopper, again.body.payment_url, "cancel");
      expect(await change(id)).toMatchObject({ state: "waiting" });
      const third = await post(id, "payment");
      await payAndComeBack(shopper, third.body.payment_url, "pay");
      await settle();
      expect(await stored(id)).toMatchObject({ line_items: [{ variation_id: dear.id }] });
    });

    test("SO08, SO04: the cancellation of an order that was paid in two parts refunds each by its payment", async () => {
      await command(shop, "settings set self_cancel_paid auto");
      const id = await paidOrder(cheap);
      await payAndComeBack(shopper, (await own.toOption(id, dear)).body.payment_url, "pay");
      await settle();
      const { total } = await stored(id);
      const { version } = await stateOf(id);
      const { status, body } = await shopper.post<SelfServiceState>(`${ownOrderPath(id)}/cancel`, { version });
      expect([status, body.status]).toEqual([200, "refunded"]);
      await settle();
      shop.clock.advance(6 * minuteMs);
      await settle();
      const refunds = await shop.db.all(sql`
        select r.status, r.amount, p.amount paid from refund r join payment p on p.id = r.payment_id
        where r.order_id = ${id} order by r.id`);
      expect(refunds).toEqual([
        { status: "done", amount: Number(total) - 120_000, paid: Number(total) - 120_000 },
        { status: "done", amount: 120_000, paid: 120_000 },
      ]);
      expect(await stocks()).toEqual([10, 10, 10]);
      await command(shop, "settings unset self_cancel_paid");
    });

    test("SO08, SO04: an order that is cancelled while its change waits returns all stock, and a payment for it", async () => {
      const id = await paidOrder(cheap);
      const { payment_url: url } = (await own.toOption(id, dear)).body;
      await merchant.call("PUT", orderPath(id), { status: "cancelled" });
      expect(await stocks()).toEqual([10, 10, 10]);
      await payOnPage(url, "pay");
      await settle();
      expect(await stocks()).toEqual([10, 10, 10]);
      expect((await moneyOf(shop, id)).payments[1]).toMatch(/^vnpay_visa (to_refund|refunded)$/);
    });
  });

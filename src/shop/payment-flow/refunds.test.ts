import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TimelineEntry, Today } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";

const minute = 60_000;
const total = hoops.price + 30_000;

for (const engine of engines)
  describe.each(["vnpay_visa", "paypal"] as OnlineMethod[])(`refunds by %s on ${engine.name}`, (method) => {
    let shop: PayingShop;
    let merchant: Visitor;
    let orderId: number;
    const simulator = () => (method === "paypal" ? shop.gateways.paypal : shop.gateways.vnpay);
    const atGateway = () =>
      simulator()
        .ledger()
        .find(({ reference }) => reference === `${orderId}-1`)?.refunds ?? [];
    const refund = (body: object) => merchant.post<{ id: number }>(`${orderPath(orderId)}/refunds`, body);
    const advance = async (byMs: number) => {
      shop.clock.advance(byMs);
      await shop.runJobs();
    };
    /** A fault that affects only the gateway's refunds. */
    const setRefundFault = (fault: object) => simulator().control({ responses: { refund: fault } } as never);

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      simulator().control({ refund_takes_ms: 0, refunds_end: method === "paypal" ? "COMPLETED" : "06" } as never);
      const shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 10);
      const { body } = await beginPayment(shopper, { payment_method: method });
      orderId = body.order_id;
      await payAndReturn(shopper, body.payment_url, "pay");
      await shop.gateways.idle();
      expect((await moneyOf(shop, orderId)).status).toBe("processing");
    });

    test("are requested at the gateway after the commit, and emailed when done", async () => {
      await refund({ amount: "100000", api_restock: false });
      expect((await moneyOf(shop, orderId)).refunds).toEqual(["requested"]);
      await shop.runJobs();
      await advance(6 * minute);
      expect(await moneyOf(shop, orderId)).toMatchObject({
        status: "processing",
        refunds: ["done"],
        payments: [`${method} succeeded`],
      });
      expect(atGateway()).toHaveLength(1);
      expect(await emailsOf(shop, orderId)).toMatchObject({ order_refunded: 1 });
    });

    test("of the whole amount set the payment to refunded", async () => {
      await refund({ amount: String(total) });
      await shop.runJobs();
      await advance(6 * minute);
      expect(await moneyOf(shop, orderId)).toMatchObject({
        ...{ status: "refunded", refunds: ["done"], payments: [`${method} refunded`] },
      });
    });

    test("are made once when the response is lost and the job is retried", async () => {
      await refund({ amount: "100000" });
      setRefundFault({ dead: true, done: true });
      await shop.runJobs();
      expect((await moneyOf(shop, orderId)).refunds).toEqual(["requested"]);
      simulator().control({ refund_takes_ms: 0 });
      for (const _ of [1, 2, 3]) await advance(6 * minute);
      expect((await moneyOf(shop, orderId)).refunds).toEqual(["done"]);
      expect(atGateway()).toHaveLength(1);
    });

    test("are made once when the process dies between the gateway's response and the commit", async () => {
      const { body } = await refund({ amount: "100000" });
      await shop.runJobs();
      await advance(6 * minute);
      // the state before the response was stored
      await shop.db.transaction(async (tx) => {
        await tx.run(
          sql`update refund set status = 'requested', gateway_id = null, next_poll_at = null, done_at = null where id = ${body.id}`,
        );
        await tx.run(
          sql`update outbox set done_at = null, run_after = now() - interval '1 hour' where unique_key = ${`refund:${body.id}`}`,
        );
      });
      await shop.runJobs();
      for (const _ of [1, 2]) await advance(6 * minute);
      expect((await moneyOf(shop, orderId)).refunds).toEqual(["done"]);
      expect(atGateway()).toHaveLength(1);
    });

    test("are retried while the gateway does not respond; the merchant is notified once, after an hour", async () => {
      await refund({ amount: "100000" });
      setRefundFault({ status: 500 });
      await shop.runJobs();
      for (let waited = 0; waited < 4; waited++) await advance(61 * minute);
      expect((await moneyOf(shop, orderId)).refunds).toEqual(["requested"]);
      expect(await emailsOf(shop, orderId)).toMatchObject({ merchant_gateway_silent: 1 });
      simulator().control({ refund_takes_ms: 0 });
      for (const _ of [1, 2]) await advance(61 * minute);
      expect((await moneyOf(shop, orderId)).refunds).toEqual(["done"]);
    });

    test("declined by the gateway notify the merchant, and can be requested again", async () => {
      simulator().control({ refund_takes_ms: 0, refunds_end: method === "paypal" ? "FAILED" : "09" } as never);
      await refund({ amount: "100000", api_restock: false });
      await shop.runJobs();
      await advance(6 * minute);
      expect(await moneyOf(shop, orderId)).toMatchObject({
        refunds: ["failed"],
        notes: [expect.stringContaining("hoàn tiền")],
      });
      expect(await emailsOf(shop, orderId)).toMatchObject({ merchant_refund_failed: 1 });
      const order = await merchant.get<{ refunds: unknown[] }>(orderPath(orderId));
      expect(order.body.refunds).toEqual([]);
      expect((await refund({ amount: String(total), api_refund: false })).status).toBe(201);
    });

    test("OD01, TD02: declined by the gateway are listed in the order, which is reviewed until the shop refunds", async () => {
      const { browser } = await staffMember(shop);
      const workflow = async () =>
        (await browser.request<WooOrder>("GET", `${orderPath(orderId)}?lang=vi`)).body.lianne;
      const reviewed = async () =>
        (await browser.call<Today>("GET", "/today")).body.queues.find(({ name }) => name === "needs_review")?.count ??
        0;
      simulator().control({ refund_takes_ms: 0, refunds_end: method === "paypal" ? "FAILED" : "09" } as never);
      await refund({ amount: String(total), reason: "khách trả hàng" });
      expect((await workflow())?.stage).toBe("closed");
      const before = await reviewed();
      await shop.runJobs();
      await advance(6 * minute);
      const failed = { amount: total, state: "failed", reason: "khách trả hàng", is_overpayment: false };
      expect(await workflow()).toMatchObject({
        stage: "needs_review",
        stage_reason: "hoàn tiền không thành công",
        next: { action: "review" },
        money: { refundable: total, refunds: [failed] },
      });
      expect(await reviewed()).toBe(before + 1);
      for (const action of ["cancel", "hold"]) {
        const reason = action === "cancel" ? "customer" : "chờ";
        const { status } = await browser.call("POST", `/orders/${orderId}/${action}`, { reason });
        expect(status, `${action} of a refunded order`).toBe(409);
      }
      await refund({ amount: String(total), api_refund: false });
      expect(await workflow()).toMatchObject({
        stage: "closed",
        money: {
          refundable: 0,
          refunds: [
            { ...failed, state: "settled" },
            { amount: total, state: "manual" },
          ],
        },
      });
      expect(await reviewed()).toBe(before);
    });

    test("OD14, RO02: a refund that failed leaves the review when the shop decides, with a reason, not to repeat it", async () => {
      const { browser } = await staffMember(shop, "staff");
      const { browser: accountant } = await staffMember(shop, "accountant");
      simulator().control({ refund_takes_ms: 0, refunds_end: method === "paypal" ? "FAILED" : "09" } as never);
      const { id } = (await refund({ amount: "100000", api_restock: false })).body;
      const dismiss = (body: unknown, as = browser, refundId = id) =>
        as.call<Problem>("POST", `/orders/${orderId}/refunds/${refundId}/dismiss`, body);
      const early = await dismiss({ reason: "khách đổi ý" });
      expect([early.status, early.body.code, early.body.data.state]).toEqual([
        409,
        "lianne_invalid_state",
        "requested",
      ]);
      await shop.runJobs();
      await advance(6 * minute);
      const workflow = async () =>
        (await browser.request<WooOrder>("GET", `${orderPath(orderId)}?lang=vi`)).body.lianne;
      expect((await workflow())?.stage).toBe("needs_review");
      const without = await dismiss({ reason: " " });
      expect([without.status, Object.keys(without.body.data.params ?? {})]).toEqual([400, ["reason"]]);
      expect((await dismiss({ reason: "x" }, accountant)).body.data.permission).toBe("refunds.create");
      expect((await dismiss({ reason: "x" }, browser, 999_999)).status).toBe(404);
      expect((await dismiss({ reason: "khách giữ hàng" })).status).toBe(200);
      expect((await dismiss({ reason: "lần nữa" })).status).toBe(409);
      expect(await workflow()).toMatchObject({
        stage: "to_pack",
        money: { refundable: total, refunds: [{ amount: 100_000, state: "dismissed" }] },
      });
      const { body: timeline } = await browser.call<TimelineEntry[]>("GET", `/orders/${orderId}/timeline?lang=vi`);
      expect(timeline.map(({ message }) => message)).toContain(
        "Bỏ lần hoàn 100.000\u00a0₫ không thành công, không hoàn lại nữa · khách giữ hàng",
      );
      const [entry] = await shop.db.all(sql`
        select actor, change from audit where object = 'refund' and object_id = ${String(id)} and change ? 'dismissed_at'`);
      expect(entry).toMatchObject({ actor: expect.stringMatching(/^staff:\d+$/), change: { dismissed_because: true } });
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PaymentCreated } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aKey, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  beginPayment,
  returnToShop,
  openPayingShop,
  type PayingShop,
  payAndReturn,
} from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { eventsOf, emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { buildShop } from "#shop/app.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`orders awaiting payment on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let merchant: Visitor;
    let begun: PaymentCreated;
    const advance = async (byMs: number) => {
      shop.clock.advance(byMs);
      await shop.runJobs();
    };
    /** Pays without a notification to the shop. */
    const payWithoutNotification = async () => {
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      const back = await payOnPage(begun.payment_url, "pay");
      shop.gateways.vnpay.control({});
      return back;
    };
    const money = () => moneyOf(shop, begun.order_id);

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      // orders left by the previous test expire
      await advance(4 * 60 * minute);
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 1);
      begun = PaymentCreated.parse((await beginPayment(shopper)).body);
    });

    test("are polled when no webhook has arrived after five minutes", async () => {
      await payWithoutNotification();
      await advance(4 * minute);
      expect((await money()).status).toBe("pending");
      await advance(2 * minute);
      expect(await money()).toMatchObject({ status: "processing", payments: ["vnpay_visa succeeded"] });
    });

    test("are not polled twice by concurrent jobs", async () => {
      shop.clock.advance(6 * minute);
      await Promise.all([shop.runJobs(), shop.runJobs(), shop.runJobs()]);
      expect((await eventsOf(shop, begun.order_id)).filter((event) => event.startsWith("query"))).toHaveLength(1);
    });

    test("are polled and cancelled once by two processes on one database", async () => {
      const other = await buildShop({ ...shop.shop, cache: new ResponseCache() });
      const both = () => Promise.all([shop.runJobs(), other.jobs.runDue()]);
      const pollCount = async () =>
        (await eventsOf(shop, begun.order_id)).filter((event) => event.startsWith("query")).length;
      shop.clock.advance(6 * minute);
      await both();
      expect(await pollCount()).toBe(1);
      shop.clock.advance(25 * minute);
      await both();
      expect(await money()).toMatchObject({ status: "cancelled", moves: ["pending > cancelled job"] });
      expect(await stockOf(shop, hoops.id)).toBe(1);
      await other.http.close();
    });

    test("whose process died before the redirect expire like all others", async () => {
      await shop.db.transaction((tx) =>
        tx.run(sql`update payment set status = 'created', request = '{}' where order_id = ${begun.order_id}`),
      );
      await advance(6 * minute);
      expect((await money()).payments).toEqual(["vnpay_visa created"]);
      await advance(25 * minute);
      expect(await money()).toMatchObject({ status: "cancelled", payments: ["vnpay_visa expired"] });
    });

    test("release their stock once, after thirty minutes without payment", async () => {
      await advance(18 * minute);
      expect(await money()).toMatchObject({ status: "pending", payments: ["vnpay_visa expired"] });
      expect(await stockOf(shop, hoops.id)).toBe(0);
      await advance(13 * minute);
      expect(await money()).toMatchObject({ status: "cancelled", moves: ["pending > cancelled job"] });
      expect(await stockOf(shop, hoops.id)).toBe(1);
      await advance(10 * minute);
      expect((await money()).moves).toHaveLength(1);
      expect(await emailsOf(shop, begun.order_id)).toMatchObject({ order_cancelled: 1 });
    });

    test("end as failed if the last attempt failed", async () => {
      await payAndReturn(shopper, begun.payment_url, "fail");
      await advance(31 * minute);
      expect(await money()).toMatchObject({ status: "failed", payments: ["vnpay_visa failed"] });
      expect(await stockOf(shop, hoops.id)).toBe(1);
    });

    test("are polled once more before they expire", async () => {
      shop.gateways.vnpay.control({ responses: { querydr: { dead: true } } });
      await advance(14 * minute);
      const back = await payWithoutNotification();
      await advance(17 * minute);
      expect(await money()).toMatchObject({ status: "processing", refunds: [] });
      await returnToShop(shopper, back);
      expect((await money()).moves).toHaveLength(1);
    });

    test("do not expire while their gateway does not respond; the merchant is notified once, after an hour", async () => {
      shop.gateways.vnpay.control({ responses: { querydr: { dead: true } } });
      await advance(31 * minute);
      await advance(20 * minute);
      expect(await money()).toMatchObject({ status: "pending" });
      expect((await emailsOf(shop, begun.order_id)).merchant_gateway_silent).toBeUndefined();
      for (const _ of [1, 2, 3]) await advance(30 * minute);
      expect(await money()).toMatchObject({ status: "pending" });
      expect(await emailsOf(shop, begun.order_id)).toMatchObject({ merchant_gateway_silent: 1 });
      shop.gateways.vnpay.control({});
      await advance(3 * minute);
      expect(await money()).toMatchObject({ status: "cancelled" });
    });

    test("are put on hold by a payment after cancellation, with their stock if available", async () => {
      // the customer's bank is slow: the payment page was opened before the link expired
      await payLateWithoutNotification();
      expect(await money()).toMatchObject({
        ...{ status: "on-hold", paid: true, payments: ["vnpay_visa succeeded"], refunds: [] },
        moves: ["pending > cancelled job", "cancelled > on-hold gateway"],
      });
      expect(await stockOf(shop, hoops.id)).toBe(0);
      expect(await emailsOf(shop, begun.order_id)).toMatchObject({ merchant_late_payment: 1, order_paid_late: 1 });
      const paidEmail = sql`select payload -> 'values' ->> 'paid_at' "paidAt", payload -> 'also' also from outbox
        where payload ->> 'template' = 'order_paid_late'`;
      expect(await shop.db.one(paidEmail)).toEqual({ paidAt: expect.any(String), also: ["when"] });
      const state = await shopper.post<{ payment_status: string; message: string }>(
        "/wp-json/lianne-vnpay/v1/payment-callback",
        { order_id: begun.order_id },
      );
      expect(state.body).toMatchObject({ payment_status: "pending", order_status: "on-hold" });
    });

    test("are put on hold without stock if it has been sold since", async () => {
      await payLateWithoutNotification(0);
      expect(await money()).toMatchObject({ status: "on-hold", paid: true });
      expect(await stockOf(shop, hoops.id)).toBe(0);
    });

    /**
     * The webhook of a payment made in time arrives after the order was cancelled; the polls before it found no
     * payment.
     */
    async function payLateWithoutNotification(stock?: number) {
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      const back = new URL(await payOnPage(begun.payment_url, "pay"));
      // as if VNPay had no record of it yet
      shop.gateways.vnpay.control({ responses: { querydr: { dead: true } } });
      await advance(6 * minute);
      await merchant.put(orderPath(begun.order_id), {});
      await cancelByJob();
      if (stock !== undefined) await setStock(shop, hoops.id, stock);
      shop.gateways.vnpay.control({});
      const response = await shop.client().get<{ RspCode: string }>(`/wp-json/lianne-vnpay/v1/ipn${back.search}`);
      expect(response.body.RspCode).toBe("00");
    }
    async function cancelByJob() {
      const { cancelUnpaidOrder } = await import("./cancel-unpaid-order.ts");
      await shop.db.transaction((tx) => cancelUnpaidOrder(tx, begun.order_id, { actor: "job", now: shop.clock.now() }));
    }

    test("refund payments for orders that a merchant has changed, deleted or made a cash order", async () => {
      for (const change of [
        { shipping_lines: [{ method_id: "flat_rate", total: "99000" }] },
        { payment_method: "cod" },
      ]) {
        await setStock(shop, hoops.id, 1);
        const visitor = shop.client();
        await visitor.register();
        const { order_id, payment_url } = (await beginPayment(visitor)).body;
        await merchant.put(orderPath(order_id), change);
        await payOnPage(payment_url, "pay");
        expect(await moneyOf(shop, order_id)).toMatchObject({ paid: false, refunds: ["requested overpayment"] });
      }
      await merchant.delete(orderPath(begun.order_id));
      const refused = await merchant.delete<Problem>(`${orderPath(begun.order_id)}?force=true`);
      expect([refused.status, refused.body.code]).toEqual([400, "woocommerce_rest_cannot_delete"]);
      await payOnPage(begun.payment_url, "pay");
      expect(await money()).toMatchObject({ status: "trash", refunds: ["requested overpayment"] });
    });

    test("accept a payment that a merchant recorded before its webhook arrived", async () => {
      const back = await payWithoutNotification();
      await merchant.put(orderPath(begun.order_id), { status: "processing" });
      await returnToShop(shopper, back);
      expect(await money()).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa succeeded"], refunds: [] },
        ...{
          transaction: expect.stringMatching(/^\d+$/),
          moves: [expect.stringContaining("pending > processing merchant")],
        },
      });
      expect(await emailsOf(shop, begun.order_id)).toMatchObject({ merchant_paid_by_hand: 1, order_paid: 1 });
    });

    test("request the current total when the same submit is repeated", async () => {
      await setStock(shop, hoops.id, 1);
      const visitor = shop.client();
      await visitor.register();
      const key = aKey();
      const begin = async () => (await beginPayment(visitor, {}, { key })).body;
      const first = await begin();
      await merchant.put(orderPath(first.order_id), { fee_lines: [{ name: "Khắc tên", total: "50000" }] });
      const again = await begin();
      expect(again.order_id).toBe(first.order_id);
      const requestedAmount = ({ payment_url }: typeof first) =>
        Number(new URL(payment_url).searchParams.get("vnp_Amount"));
      expect(requestedAmount(again)).toBe(requestedAmount(first) + 50_000 * 100);
      expect((await begin()).payment_url).toBe(again.payment_url);
      const { payments } = await moneyOf(shop, first.order_id);
      expect(payments).toEqual(["vnpay_visa cancelled", "vnpay_visa pending"]);
    });

    test("do not expire after a merchant changed them to a bank transfer", async () => {
      await merchant.put(orderPath(begun.order_id), { payment_method: "bacs" });
      const expectAwaited = async (status: string) =>
        expect(
          (await shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: begun.order_id })).body,
        ).toMatchObject({
          ...{ payment_status: "pending", order_status: status, payment_url: "", reason: "" },
          message: t("vi", "payment_result.other_way_text"),
        });
      // the link is still open, but its outcome no longer affects the order
      await payOnPage(begun.payment_url, "fail");
      await expectAwaited("pending");
      expect((await emailsOf(shop, begun.order_id)).payment_failed).toBeUndefined();
      await advance(3 * 60 * minute);
      await expectAwaited("pending");
      expect(await money()).toMatchObject({ status: "pending", moves: [] });
      expect(await stockOf(shop, hoops.id)).toBe(0);
      await merchant.put(orderPath(begun.order_id), { status: "on-hold" });
      await expectAwaited("on-hold");
      await merchant.put(orderPath(begun.order_id), { payment_method: "vnpay_visa", status: "pending" });
      await advance(31 * minute);
      expect((await money()).status).toBe("pending");
    });

    test("that were paid and cancelled by a merchant do not request another payment", async () => {
      await payOnPage(begun.payment_url, "pay");
      await merchant.put(orderPath(begun.order_id), { status: "cancelled" });
      const state = await shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: begun.order_id });
      expect(state.body).toMatchObject({ payment_status: "failed", message: t("vi", "order_status.cancelled") });
    });

    test("notify the merchant when a payment under review fails after the order was processed", async () => {
      await payAndReturn(shopper, begun.payment_url, "review");
      await merchant.put(orderPath(begun.order_id), { status: "processing" });
      shop.gateways.vnpay.control({ payment: `${begun.order_id}-1`, decide: "reversed" });
      await advance(61 * minute);
      expect(await money()).toMatchObject({ status: "processing", payments: ["vnpay_visa failed"] });
      expect(await emailsOf(shop, begun.order_id)).toMatchObject({ merchant_held_lost: 1 });
      expect((await money()).notes.at(-1)).toContain(`${begun.order_id}-1`);
    });

    test("may be cancelled by a merchant during a payment: the payment is recorded for a person to decide", async () => {
      await merchant.put(orderPath(begun.order_id), { status: "cancelled" });
      expect(await stockOf(shop, hoops.id)).toBe(1);
      await payOnPage(begun.payment_url, "pay");
      expect(await money()).toMatchObject({ status: "on-hold", paid: true, refunds: [] });
      expect(await stockOf(shop, hoops.id)).toBe(0);
    });
  });

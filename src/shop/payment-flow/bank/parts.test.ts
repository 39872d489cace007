import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import {
  bankAccount,
  bankPage,
  beginTransfer,
  type BankShop,
  openBankShopWithGateways,
} from "#fixtures/testing/bank.ts";
import { aCodOrder, aKey, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, payAndReturn } from "#fixtures/testing/gateways.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, eventsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const minute = 60_000;
const part = 100_000;

for (const engine of engines)
  describe(`parts and refunds of bank transfers on ${engine.name}`, () => {
    let shop: BankShop;
    let merchant: Visitor;
    let shopper: Visitor;
    let orderId: number;
    let total: number;
    const send = (amount: number) =>
      shop.bank.transfer({ account: bankAccount, amount, content: transferCode("LIA", orderId) });
    const sendBack = (amount: number) =>
      shop.bank.transfer({
        ...{ account: bankAccount, amount, content: `HOAN ${transferCode("LIA", orderId)}`, direction: "out" },
      });
    const money = () => moneyOf(shop, orderId);
    const put = (change: unknown) => merchant.put<WooOrder>(orderPath(orderId), change);
    const refunded = async () =>
      (
        await shop.db.all<{ amount: number }>(sql`select amount from refund where order_id = ${orderId} order by id`)
      ).map(({ amount }) => amount);
    const returned = { payments: ["bacs to_refund"], refunds: ["requested overpayment"] };

    beforeAll(async () => {
      shop = await openBankShopWithGateways(engine);
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      // orders left by the previous test expire
      shop.clock.advance(9 * 60 * minute);
      await shop.runJobs();
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 5);
      orderId = (await beginTransfer(shopper)).body.order_id;
      total = (await money()).total;
      await send(part);
      expect(await money()).toMatchObject({ status: "pending", refunds: [] });
    });

    test("BQ26: a part is to be returned when the whole total is paid by VNPay", async () => {
      const { body } = await beginPayment(shopper);
      expect(body.order_id).toBe(orderId);
      await payOnPage(body.payment_url, "pay");
      shop.clock.advance(20 * minute);
      await shop.runJobs();
      expect(await money()).toMatchObject({
        ...{ status: "processing", method: "vnpay_visa", payments: ["bacs to_refund", "vnpay_visa succeeded"] },
        refunds: ["requested overpayment"],
      });
      expect(await refunded()).toEqual([part]);
      expect((await bankPage(shopper, orderId)).refund).toMatchObject({ amount: part });
    });

    test("BQ26: a part is to be returned when the order is confirmed as a cash order", async () => {
      expect((await submit(shopper, aCodOrder())).body).toMatchObject({ id: orderId });
      expect((await put({ status: "processing" })).status).toBe(200);
      expect(await money()).toMatchObject({
        ...{ status: "processing", method: "cod", payments: ["bacs to_refund", "cod pending"] },
        refunds: ["requested overpayment"],
      });
    });

    test.each([
      [{ set_paid: true }, "processing"],
      [{ status: "processing" }, "processing"],
      [{ status: "completed" }, "completed"],
    ])("BQ31: a part is to be returned when a merchant sets %j", async (change, status) => {
      expect((await put(change)).status).toBe(200);
      expect(await money()).toMatchObject({ status, ...returned });
      expect(await refunded()).toEqual([part]);
    });

    test("BQ22: a part that is still to be returned prevents deleting a cash order permanently", async () => {
      await submit(shopper, aCodOrder());
      shop.clock.advance(200 * minute);
      const { status } = await merchant.call("DELETE", `${orderPath(orderId)}?force=true`);
      expect(status).toBe(400);
      expect((await money()).status).toBe("pending");
      expect((await merchant.call("DELETE", orderPath(orderId))).status).toBe(200);
      expect(await money()).toMatchObject({ status: "trash", refunds: ["requested overpayment"] });
    });

    test("BQ21: parts that pay the order are not returned", async () => {
      await send(total - part);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"], refunds: [] });
    });

    test("BQ30: one outgoing transfer completes one refund, though two have its amount", async () => {
      await send(total - part);
      await send(1000);
      await send(1000);
      const owner = await staffMember(shop);
      const { body: overview } = await owner.browser.call<BankOverview>("GET", "/bank");
      const [first, second] = overview.refunds.filter((refund) => refund.order_id === orderId);
      const done = (id: number | undefined, transaction: string) =>
        owner.browser.call<Problem>("POST", `/bank/refunds/${id}/done`, { transaction });
      shop.bank.control({ notifications: { kind: "missing" } });
      const { id, reference } = await sendBack(1000);
      shop.bank.control({});
      expect((await done(first?.id, reference)).status).toBe(200);
      const again = await done(second?.id, reference.toLowerCase());
      expect([again.status, again.body.code]).toEqual([409, "bank_reference_used"]);
      await shop.bank.replay(id);
      expect((await money()).refunds).toEqual(["done overpayment", "requested overpayment"]);
      await sendBack(1000);
      expect((await money()).refunds).toEqual(["done overpayment", "done overpayment"]);
    });

    test("BQ30: the transfer of a refund that a person completed with another text completes no second refund", async () => {
      await send(total - part);
      await send(1000);
      await send(1000);
      const owner = await staffMember(shop);
      const { body: overview } = await owner.browser.call<BankOverview>("GET", "/bank");
      const [first, second] = overview.refunds.filter((refund) => refund.order_id === orderId);
      const done = (id: number | undefined, transaction: string) =>
        owner.browser.call<Problem>("POST", `/bank/refunds/${id}/done`, { transaction });
      expect((await done(first?.id, "chuyen tay")).status).toBe(200);
      const { reference } = await sendBack(1000);
      expect((await money()).refunds).toEqual(["done overpayment", "requested overpayment"]);
      expect(
        await shop.db.one(sql`
          select r.gateway_id reference, b.state, b.order_id "orderId"
          from refund r join bank_transfer b on b.id = (r.response ->> 'transfer')::integer where r.id = ${first?.id}`),
      ).toEqual({ reference, state: "matched", orderId });
      const again = await done(second?.id, reference);
      expect([again.status, again.body.code]).toEqual([409, "bank_reference_used"]);
      await sendBack(1000);
      expect((await money()).refunds).toEqual(["done overpayment", "done overpayment"]);
    });

    test("BQ30: a transfer completes the open refund, and no refund of the same amount that was returned before, in cash or by transfer", async () => {
      await send(total + 1000);
      await send(1000);
      const give = (api_refund: boolean) =>
        merchant.post(`${orderPath(orderId)}/refunds`, { amount: "1000", api_refund });
      expect((await give(false)).status).toBe(201);
      const owner = await staffMember(shop);
      const { body: overview } = await owner.browser.call<BankOverview>("GET", "/bank");
      const [first] = overview.refunds.filter((refund) => refund.order_id === orderId);
      const done = await owner.browser.call("POST", `/bank/refunds/${first?.id}/done`, { transaction: "chuyen tay" });
      expect(done.status).toBe(200);
      shop.clock.advance(61 * minute);
      const before = (await money()).refunds.toSorted();
      expect(before).toEqual(["done overpayment", "manual", "requested overpayment"]);
      await sendBack(1000);
      expect((await money()).refunds.toSorted()).toEqual(["done overpayment", "done overpayment", "manual"]);
    });

    test.each(["Tiền mặt tại cửa hàng", "in CASH"])(
      "BQ30: a transfer completes the open refund, not one of the same amount that was returned with the text %s",
      async (text) => {
        await send(total - part);
        await send(1000);
        await send(1000);
        const owner = await staffMember(shop);
        const { body: overview } = await owner.browser.call<BankOverview>("GET", "/bank");
        const [first] = overview.refunds.filter((refund) => refund.order_id === orderId);
        const done = await owner.browser.call("POST", `/bank/refunds/${first?.id}/done`, { transaction: text });
        expect(done.status).toBe(200);
        await sendBack(1000);
        expect((await money()).refunds).toEqual(["done overpayment", "done overpayment"]);
      },
    );

    test("BQ30: a transfer that is reported hours after a person completed its refund is that refund's", async () => {
      await send(total - part);
      await send(1000);
      await send(1000);
      const owner = await staffMember(shop);
      const { body: overview } = await owner.browser.call<BankOverview>("GET", "/bank");
      const [first] = overview.refunds.filter((refund) => refund.order_id === orderId);
      shop.bank.control({ notifications: { kind: "missing" } });
      await sendBack(1000);
      shop.bank.control({});
      const done = await owner.browser.call("POST", `/bank/refunds/${first?.id}/done`, { transaction: "chuyen tay" });
      expect(done.status).toBe(200);
      shop.clock.advance(5 * 60 * minute);
      await shop.runJobs();
      expect((await money()).refunds).toEqual(["done overpayment", "requested overpayment"]);
      expect(
        await shop.db.one(sql`select b.state from refund r join bank_transfer b on b.id = (r.response ->> 'transfer')::integer
          where r.id = ${first?.id}`),
      ).toEqual({ state: "matched" });
    });

    test("SO09, BQ14, BQ21: a part that has arrived is shown although another method was chosen, and returned once the order is paid by it", async () => {
      const own = `/wp-json/lianne-orders/v1/orders/${orderId}`;
      const { version } = (await shopper.get<{ version: string }>(own)).body;
      const body = { version, payment_method: "vnpay_visa" };
      const chosen = await shopper.post<{ payment_url: string }>(`${own}/payment`, body, { "idempotency-key": aKey() });
      expect(chosen.status).toBe(200);
      expect(await bankPage(shopper, orderId)).toMatchObject({
        ...{ state: "waiting", payment_method: "vnpay_visa", received: part, pay_to: null, held_until: null },
        refund: null,
      });
      await payAndReturn(shopper, chosen.body.payment_url);
      expect(await money()).toMatchObject({ status: "processing", method: "vnpay_visa" });
      expect(await bankPage(shopper, orderId)).toMatchObject({
        ...{ state: "other_method", received: 0, pay_to: null, refund: { amount: part, returned: 0 } },
      });
    });

    test("BQ30: an open refund is not polled, and the merchant is reminded of it once", async () => {
      const refundEvents = async () => (await eventsOf(shop, orderId)).filter((event) => event.startsWith("refund"));
      const pass = async (hours: number) => {
        shop.clock.advance(hours * 60 * minute);
        await shop.runJobs();
      };
      await send(total - part);
      await send(1000);
      for (let hour = 0; hour < 5; hour++) await pass(1);
      expect(await refundEvents()).toHaveLength(1);
      await pass(72);
      await pass(1);
      await pass(5);
      expect(await refundEvents()).toHaveLength(2);
      expect(await emailsOf(shop, orderId)).toMatchObject({ merchant_refund_slow: 1 });
      expect((await money()).refunds).toEqual(["requested overpayment"]);
    });

    test("BQ21: an order that costs no more than has arrived when its form is sent again is paid", async () => {
      const { order_id: id } = (await beginTransfer(shopper, { items: [{ product_id: pearls.id, quantity: 1 }] })).body;
      orderId = id;
      expect((await money()).total).toBeGreaterThan(pearls.price);
      await send(pearls.price);
      expect((await money()).status).toBe("pending");
      const again = await beginTransfer(shopper, {
        ...{ items: [{ product_id: pearls.id, quantity: 1 }], shipping_lines: [{ method_id: "local_pickup" }] },
      });
      expect(again.body).toMatchObject({ order_id: id, status: "processing" });
      expect(await money()).toMatchObject({
        ...{ status: "processing", total: pearls.price, payments: ["bacs succeeded"], refunds: [] },
      });
    });

    test("BQ21: a total that is lowered to what has arrived is paid", async () => {
      const { body: order } = await merchant.get<WooOrder>(orderPath(orderId));
      const [line] = order.line_items;
      const [shipping] = order.shipping_lines;
      const items = { line_items: [{ id: line?.id, total: String(part + 1000) }] };
      expect((await put({ ...items, shipping_lines: [{ id: shipping?.id, total: "0" }] })).body.total).toBe(
        String(part + 1000),
      );
      expect(await money()).toMatchObject({ status: "pending", refunds: [] });
      await put({ line_items: [{ id: line?.id, total: String(part - 500) }] });
      expect(await money()).toMatchObject({
        ...{ status: "processing", paid: true, payments: ["bacs succeeded", "bacs to_refund"] },
        refunds: ["requested overpayment"],
      });
      expect(await refunded()).toEqual([500]);
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import { PaymentCreated, PaymentState } from "#contract/payment.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { lineKey } from "#shop/cart/index.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

const minute = 60_000;
const shippingCost = 30_000;

/** Fields of a submit: the total that the customer saw, for one pair of hoops at this price with shipping. */
const seen = (price: number) => ({ expected_total: dong(price + shippingCost) });
const seenInCart = (price: number) => ({
  ...seen(price),
  expected_lines: [{ cart_item_key: lineKey(hoops.id, null), quantity: 1, price: dong(price) }],
});

for (const engine of engines)
  describe(`an unpaid order that the customer's next submit replaces, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let merchant: Visitor;
    let price = hoops.price;
    const money = (id: number) => moneyOf(shop, id);
    const begin = async (visitor = shopper) => PaymentCreated.parse((await beginPayment(visitor, seen(price))).body);
    /** Raises the price; later submits expect the new one. */
    const raisePrice = async () => {
      price += 10_000;
      await shop.db.transaction((tx) =>
        tx.run(sql`update product set regular_price = ${price} where id = ${hoops.id}`),
      );
    };
    const replace = async () => {
      await raisePrice();
      return begin();
    };
    const stateOf = async (order_id: number) =>
      PaymentState.parse((await shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id })).body);
    /** Sends requested refunds to the gateway, which completes them at once. */
    const completeRefunds = async () => {
      shop.gateways.vnpay.control({ refund_takes_ms: 0 });
      await shop.runJobs();
      shop.clock.advance(6 * minute);
      await shop.runJobs();
    };

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 100);
    });

    test("is cancelled with a note and an email that name the new order, and its page does too", async () => {
      const old = await begin();
      const next = await replace();
      expect(next.order_id).not.toBe(old.order_id);
      const note = t("vi", "order_notes.replaced", { order: next.order_id });
      expect(await money(old.order_id)).toMatchObject({ status: "cancelled", notes: [note] });
      expect(await emailsOf(shop, old.order_id)).toMatchObject({ order_cancelled: 1 });
      const email = await shop.db.one<{ reason: string }>(sql`
        select payload -> 'values' ->> 'reason' reason from outbox
        where payload ->> 'template' = 'order_cancelled' and payload -> 'values' ->> 'order_number' = ${String(old.order_id)}`);
      expect(email).toEqual({ reason: t("vi", "cancel_reasons.replaced", { order: next.order_id }) });
      expect(await stateOf(old.order_id)).toMatchObject({
        ...{ payment_status: "failed", replaced_by: next.order_id, notice: "" },
        message: t("vi", "payment_result.replaced_text", { order: next.order_id }),
      });
      expect(await stateOf(next.order_id)).toMatchObject({ payment_status: "pending", replaced_by: null });
    });

    test("is refunded when it is paid late while the new order is open, which stays as it is", async () => {
      const old = await begin();
      const next = await replace();
      await payOnPage(old.payment_url, "pay");
      const replaced = await money(old.order_id);
      expect(replaced).toMatchObject({
        ...{ status: "cancelled", paid: false, payments: ["vnpay_visa to_refund"], refunds: ["requested overpayment"] },
        notes: [expect.any(String), expect.stringContaining(String(next.order_id))],
      });
      const emails = await emailsOf(shop, old.order_id);
      expect(emails).toMatchObject({ double_payment_found: 1, merchant_second_payment: 1 });
      expect(emails).not.toHaveProperty("merchant_late_payment");
      expect((await stateOf(old.order_id)).message).toContain("đang được hoàn lại");
      expect(await money(next.order_id)).toMatchObject({ status: "pending", payments: ["vnpay_visa pending"] });
      expect(await stockOf(shop, hoops.id)).toBe(99);
      await payOnPage(next.payment_url, "pay");
      await completeRefunds();
      expect(await money(next.order_id)).toMatchObject({ status: "processing", paid: true, refunds: [] });
      expect(await money(old.order_id)).toMatchObject({ status: "cancelled", payments: ["vnpay_visa refunded"] });
      expect((await stateOf(old.order_id)).message).toContain("đã được hoàn lại");
      const paid = shop.gateways.vnpay.ledger().find(({ reference }) => reference === `${old.order_id}-1`);
      expect(paid).toMatchObject({ refunded: paid?.amount });
    });

    test("is refunded when it is paid after the order that replaced its replacement", async () => {
      const old = await begin();
      await replace();
      const last = await replace();
      await payOnPage(last.payment_url, "pay");
      await payOnPage(old.payment_url, "pay");
      expect(await money(last.order_id)).toMatchObject({ status: "processing", refunds: [] });
      expect(await money(old.order_id)).toMatchObject({ status: "cancelled", refunds: ["requested overpayment"] });
      expect((await money(old.order_id)).notes.at(-1)).toContain(String(last.order_id));
    });

    test("is put on hold when it is paid after the new order was cancelled unpaid; that one is then refunded", async () => {
      const old = await begin();
      const next = await replace();
      await merchant.put(orderPath(next.order_id), { status: "cancelled" });
      await payOnPage(old.payment_url, "pay");
      expect(await money(old.order_id)).toMatchObject({ status: "on-hold", paid: true, refunds: [] });
      expect(await emailsOf(shop, old.order_id)).toMatchObject({ merchant_late_payment: 1 });
      await payOnPage(next.payment_url, "pay");
      expect(await money(next.order_id)).toMatchObject({ status: "cancelled", refunds: ["requested overpayment"] });
    });

    test.each(["cancelled", "failed"])(
      "is refunded too if it was %s before the new order was placed",
      async (status) => {
        const old = await begin();
        await merchant.put(orderPath(old.order_id), { status });
        const next = await begin();
        expect(next.order_id).not.toBe(old.order_id);
        expect((await stateOf(old.order_id)).replaced_by).toBe(next.order_id);
        await payOnPage(old.payment_url, "pay");
        expect(await money(old.order_id)).toMatchObject({ status, paid: false, refunds: ["requested overpayment"] });
        await payOnPage(next.payment_url, "pay");
        expect(await money(next.order_id)).toMatchObject({ status: "processing", refunds: [] });
      },
    );

    test("is the result of the submit if it turns out to be paid after it was cancelled", async () => {
      const old = await begin();
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(old.payment_url, "pay");
      await merchant.put(orderPath(old.order_id), { status: "cancelled" });
      expect((await begin()).order_id).toBe(old.order_id);
      expect(await money(old.order_id)).toMatchObject({ status: "on-hold", paid: true, refunds: [] });
    });

    test("leaves the cart when its payment is put under review, and nothing that is added later does", async () => {
      const fromCart = () => beginPayment(shopper, seenInCart(price));
      const cart = async () => {
        const read = await shopper.api.cart();
        return read.ok && read.data.items.map(({ id, quantity }) => [id, quantity]);
      };
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const { order_id, payment_url } = (await fromCart()).body;
      await payOnPage(payment_url, "review");
      expect(await money(order_id)).toMatchObject({ status: "on-hold", paid: false });
      expect(await cart()).toEqual([]);
      expect(await fromCart()).toMatchObject({ status: 409, body: { code: "lianne_order_changed" } });
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      shop.gateways.vnpay.control({ payment: `${order_id}-1`, decide: "paid" });
      shop.clock.advance(61 * minute);
      await shop.runJobs();
      expect(await money(order_id)).toMatchObject({ status: "processing", paid: true });
      expect(await cart()).toEqual([[hoops.id, 1]]);
    });

    test("pays one order when both links are paid at once after the new order was cancelled", async () => {
      const both = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const visitor = shop.client();
          await visitor.register();
          return { visitor, old: await begin(visitor) };
        }),
      );
      await raisePrice();
      const pairs = [];
      for (const { visitor, old } of both) {
        const next = await begin(visitor);
        await merchant.put(orderPath(next.order_id), { status: "cancelled" });
        pairs.push([old, next]);
      }
      await Promise.all(pairs.flat().map(({ payment_url }) => payOnPage(payment_url, "pay")));
      for (const pair of pairs) {
        const results = await Promise.all(pair.map(({ order_id }) => money(order_id)));
        expect(results.map(({ status }) => status).sort()).toEqual(["cancelled", "on-hold"]);
        expect(results.flatMap(({ refunds }) => refunds)).toEqual(["requested overpayment"]);
      }
    });

    test("is paid once when the payment arrives during the next submit", async () => {
      const shoppers = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const visitor = shop.client();
          await visitor.register();
          await visitor.api.addToCart({ product_id: hoops.id, quantity: 1 });
          return { visitor, old: await begin(visitor) };
        }),
      );
      await raisePrice();
      const results = await Promise.all(
        shoppers.map(async ({ visitor, old }) => {
          const [, next] = await Promise.all([
            payOnPage(old.payment_url, "pay"),
            beginPayment(visitor, seenInCart(price)),
          ]);
          return { old: old.order_id, next };
        }),
      );
      for (const { old, next } of results) {
        const { status, paid, refunds } = await money(old);
        const isReplaced = next.status === 200 && next.body.order_id !== old;
        expect({ status, paid, refunds }).toEqual(
          isReplaced
            ? { status: "cancelled", paid: false, refunds: ["requested overpayment"] }
            : { status: "processing", paid: true, refunds: [] },
        );
        if (isReplaced) expect(await money(next.body.order_id)).toMatchObject({ status: "pending", paid: false });
        else if (next.status !== 200)
          expect(next).toMatchObject({ status: 409, body: { code: "lianne_order_changed" } });
      }
    });

    test("may be marked as paid by a merchant: a note names the new order", async () => {
      for (const body of [{ set_paid: true }, { status: "processing" }, { status: "pending" }]) {
        shopper = shop.client();
        await shopper.register();
        const old = await begin();
        const next = await replace();
        expect((await merchant.put(orderPath(old.order_id), body)).status).toBe(200);
        const { status, notes } = await money(old.order_id);
        expect(status).toBe(body.status ?? "processing");
        expect(notes.at(-1)).toBe(t("vi", "order_notes.reopened_replaced", { order: next.order_id }));
        await merchant.put(orderPath(next.order_id), { status: "cancelled" });
        await merchant.put(orderPath(old.order_id), { status: "cancelled" });
        await merchant.put(orderPath(old.order_id), body);
        expect((await money(old.order_id)).notes).toHaveLength(notes.length);
      }
    });
  });

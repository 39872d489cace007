import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WooOrder } from "#contract/woo/order.ts";
import { bankAccount, bankPage, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, type Gateways, startGateways } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const minute = 60_000;
const part = 100_000;

for (const engine of engines)
  describe(`received parts of an order's total on ${engine.name}`, () => {
    let shop: BankShop;
    let gateways: Gateways;
    let merchant: Visitor;
    let shopper: Visitor;
    let orderId: number;
    let total: number;
    const send = (amount: number) =>
      shop.bank.transfer({ account: bankAccount, amount, content: transferCode("LIA", orderId) });
    const money = () => moneyOf(shop, orderId);
    const put = (change: unknown) => merchant.put<WooOrder>(orderPath(orderId), change);
    const refunded = async () =>
      (
        await shop.db.all<{ amount: number }>(sql`select amount from refund where order_id = ${orderId} order by id`)
      ).map(({ amount }) => amount);
    const returned = { payments: ["bacs to_refund"], refunds: ["requested overpayment"] };

    beforeAll(async () => {
      const clock = new TestClock();
      gateways = await startGateways({
        clock,
        deliver: async () => ({ status: 500, body: "" }),
        publicUrl: httpsEnv.PUBLIC_URL,
      });
      shop = await openBankShop(engine, { clock, env: { ...gateways.env, ...httpsEnv } });
      merchant = await merchantOf(shop);
      return () => gateways.close();
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

    test("BQ22: a part that is still to be returned prevents deleting a cash order for good", async () => {
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

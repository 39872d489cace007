import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatDay, formatTime } from "#contract/dates.ts";
import { dong, formatDong } from "#contract/money.ts";
import type { CreatePayment } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { anOnlinePayment, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { beginTransfer, silentBankEnv } from "#fixtures/testing/bank.ts";
import { command } from "#fixtures/testing/command.ts";
import { bothEngines, engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  type BegunPayment,
  beginPayment,
  openPayingShop,
  type PayingShop,
  payAndReturn,
} from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { temporarySetting } from "#fixtures/testing/temporary-setting.ts";
import { lineKey } from "#shop/cart/index.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

const minute = 60_000;
const hour = 60 * minute;

for (const engine of engines)
  describe(`limits of unpaid online orders, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let phones = 0;
    interface OrderOptions extends Partial<CreatePayment> {
      visitor?: Visitor;
      phone?: string;
      id?: number;
      begin?: (visitor: Visitor, own: Partial<CreatePayment>) => Promise<TestResponse<BegunPayment>>;
    }
    /** An order of this many hoops, with a phone number of its own. */
    const order = (
      quantity: number,
      {
        visitor = shopper,
        phone = `0912${String(++phones).padStart(6, "0")}`,
        id = hoops.id,
        begin = beginPayment,
        ...own
      }: OrderOptions = {},
    ) => {
      const typed = anOnlinePayment();
      const customer = { ...typed.customer, phone };
      const billing_address = { ...typed.billing_address, phone };
      const items = [{ product_id: id, quantity }];
      return begin(visitor, { customer, billing_address, items, ...own }) as Promise<
        TestResponse<BegunPayment & Partial<Problem>>
      >;
    };
    const overLimit = (key: "unpaid_max_customer" | "unpaid_max_phone", count: number, until: number) => {
      const end = new Date(Math.ceil(until / minute) * minute);
      const time = `${formatTime(end)} ${formatDay(end)}`;
      const message = t("vi", `order_errors.${key}`, { count: String(count), time });
      return { status: 400, body: { code: "unpaid_over_limit", message } };
    };
    const ordersOf = async ({ id }: { id: number }) =>
      shop.db.all<{ id: number; createdAt: Date }>(
        sql`select id, created_at "createdAt" from orders where customer_id = ${id} order by id`,
      );
    const register = async (): Promise<{ visitor: Visitor; id: number }> => {
      const visitor = shop.client();
      return { visitor, id: (await visitor.register()).id };
    };
    let customer: { visitor: Visitor; id: number };
    /** When the customer's first order stops counting. */
    const dayAfterFirst = async () => ((await ordersOf(customer))[0]?.createdAt.getTime() ?? 0) + 24 * hour;

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: { ...httpsEnv, ...silentBankEnv } });
    });
    beforeEach(async () => {
      await command(shop, "settings set unpaid_max_orders 2");
      await command(shop, "settings unset unpaid_max_total");
      customer = await register();
      shopper = customer.visitor;
      await setStock(shop, hoops.id, 900);
      await setStock(shop, pearls.id, 900);
    });

    test("count the customer's orders by any phone numbers, and store nothing of a rejected one", async () => {
      for (const quantity of [1, 2]) expect((await order(quantity)).status).toBe(200);
      expect(await order(3)).toMatchObject(overLimit("unpaid_max_customer", 2, await dayAfterFirst()));
      expect(await stockOf(shop, hoops.id)).toBe(897);
      expect(await ordersOf(customer)).toHaveLength(2);
      // the same items for cash make the open order a cash order
      expect((await submit(shopper)).status).toBe(200);
    });

    test("do not count an order that is paid", async () => {
      const first = (await order(1)).body;
      await order(2);
      expect((await order(3)).status).toBe(400);
      await payOnPage(first.payment_url, "pay");
      expect((await order(3)).status).toBe(200);
      expect((await order(4)).status).toBe(400);
    });

    test("count expired and cancelled orders for 24 hours", async () => {
      const merchant = await merchantOf(shop);
      shop.clock.advance(3 * hour);
      await shop.runJobs();
      await setStock(shop, hoops.id, 900);
      const first = (await order(1)).body;
      await merchant.put(orderPath(first.order_id), { status: "cancelled" });
      shop.clock.advance(hour);
      const second = (await order(2)).body;
      expect(await stockOf(shop, hoops.id)).toBe(898);
      shop.clock.advance(35 * minute);
      await shop.runJobs();
      expect((await moneyOf(shop, second.order_id)).status).toBe("cancelled");
      expect(await stockOf(shop, hoops.id)).toBe(900);
      expect(await order(3)).toMatchObject(overLimit("unpaid_max_customer", 2, await dayAfterFirst()));
      shop.clock.set(new Date((await dayAfterFirst()) - minute));
      expect((await order(3)).status).toBe(400);
      shop.clock.advance(minute);
      expect((await order(3)).status).toBe(200);
    });

    test("BQ28: count an order that holds stock for a transfer for longer than a day, until it ends to hold it", async () => {
      await command(shop, "settings set unpaid_max_orders 1");
      await temporarySetting(shop, "bank_transfer_hold_minutes", 48 * 60);
      const phone = "0913000001";
      expect((await order(1, { phone, begin: beginTransfer })).status).toBe(200);
      const heldUntil = (await dayAfterFirst()) + 24 * hour;
      expect(await order(2, { phone }), "on the same day").toMatchObject(
        overLimit("unpaid_max_customer", 1, heldUntil),
      );
      shop.clock.advance(25 * hour);
      await shop.runJobs();
      // the customer's session has ended
      const { visitor } = await register();
      expect(await order(2, { phone, visitor })).toMatchObject(overLimit("unpaid_max_phone", 1, heldUntil));
      shop.clock.set(new Date(heldUntil + minute));
      await shop.runJobs();
      const { visitor: later } = await register();
      expect((await order(2, { phone, visitor: later })).status).toBe(200);
    });

    test("count orders replaced by others from the same cart", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const cart_item_key = lineKey(hoops.id, null);
      for (const quantity of [1, 2, 3]) {
        await shopper.post("/wp-json/custom-cart/v1/update", { cart_item_key, quantity });
        const expected_lines = [{ cart_item_key, quantity, price: dong(hoops.price) }];
        expect((await order(quantity, { expected_lines })).status).toBe(quantity < 3 ? 200 : 400);
      }
      expect(await stockOf(shop, hoops.id)).toBe(898);
    });

    test("count a purchase that is tried again, by any payment method, once", async () => {
      await command(shop, "settings set unpaid_max_orders 1");
      const attempts: string[] = [];
      for (const payment_method of ["vnpay_visa", "vnpay_visa", "vnpay_visa", "paypal"] as const) {
        const { status, body } = await order(1, { payment_method });
        attempts.push(`${status} ${body.order_id}`);
        if (payment_method === "vnpay_visa") await payAndReturn(shopper, body.payment_url, "fail");
      }
      expect(new Set(attempts).size).toBe(1);
      shop.clock.advance(40 * minute);
      await shop.runJobs();
      const again = await order(1);
      expect(again.status).toBe(200);
      expect(attempts).not.toContain(`200 ${again.body.order_id}`);
      expect((await order(2)).status).toBe(400);
      shop.clock.advance(85 * minute);
      expect(await order(1)).toMatchObject(overLimit("unpaid_max_customer", 1, await dayAfterFirst()));
    });

    test("limit the sum of the orders, and the largest one", async () => {
      await command(shop, "settings set unpaid_max_orders 9");
      await command(shop, `settings set unpaid_max_total ${10 * hoops.price}`);
      const message = t("vi", "order_errors.unpaid_max_total", { amount: formatDong(dong(10 * hoops.price)) });
      expect(await order(11)).toMatchObject({ status: 400, body: { code: "unpaid_over_limit", message } });
      expect((await order(6)).status).toBe(200);
      shop.clock.advance(hour);
      expect(await order(5)).toMatchObject(overLimit("unpaid_max_customer", 1, await dayAfterFirst()));
      expect((await order(4)).status).toBe(200);
    });

    test("count the orders of a phone number in any notation, by any customers", async () => {
      const [first, second, third] = await Promise.all([register(), register(), register()]);
      expect((await order(1, { visitor: first.visitor, phone: "0987 654 321" })).status).toBe(200);
      shop.clock.advance(35 * minute);
      await shop.runJobs();
      expect((await order(2, { visitor: second.visitor, phone: "+84987654321" })).status).toBe(200);
      const [{ createdAt } = { createdAt: new Date(0) }] = await ordersOf(first);
      expect(await order(3, { visitor: third.visitor, phone: "(098) 765-4321" })).toMatchObject(
        overLimit("unpaid_max_phone", 2, createdAt.getTime() + 24 * hour),
      );
      expect((await order(3, { visitor: third.visitor })).status).toBe(200);
    });

    test("count concurrent orders of one customer, and of one phone number", async () => {
      const own = await Promise.all([1, 2, 3, 4, 5].map((quantity) => order(quantity)));
      expect(own.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
      const customers = await Promise.all([1, 2, 3, 4, 5].map(register));
      const shared = await Promise.all(
        customers.map(({ visitor }, index) => order(index + 1, { visitor, phone: "0977 111 222", id: pearls.id })),
      );
      expect(shared.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    });
  });

test("the limits of unpaid orders have defaults", async () => {
  const [engine] = bothEngines;
  if (!engine) throw new Error("no database");
  const shop = await openPayingShop(engine, { env: { RATE_LIMITS: "on" } });
  await setStock(shop, hoops.id, 900);
  const shopper = shop.client();
  await shopper.register();
  const order = (quantity: number) =>
    beginPayment(shopper, { items: [{ product_id: hoops.id, quantity }] }) as Promise<TestResponse<Partial<Problem>>>;
  expect((await order(260)).body).toMatchObject({
    ...{ code: "unpaid_over_limit", message: expect.stringContaining("100.000.000") },
  });
  for (let quantity = 1; quantity <= 10; quantity++) expect((await order(quantity)).status).toBe(200);
  expect((await order(11)).body).toMatchObject({
    ...{ code: "unpaid_over_limit", message: expect.stringContaining("10 đơn") },
  });
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { t } from "#shop/kernel/request/messages.ts";

type Response = { id: number } & Partial<Problem>;
let phones = 0;

for (const engine of engines)
  describe(`limits of cash on delivery for each customer, on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    let merchant: Visitor;
    /** An order with a phone number of its own. */
    const order = (id = hoops.id, visitor = shopper, phone = `0912${String(++phones).padStart(6, "0")}`) => {
      const line_items = [{ product_id: id, quantity: 1 }];
      return submit<Response>(visitor, aCodOrder({ line_items, billing: { ...aCodOrder().billing, phone } }));
    };
    const overLimit = (key: "cod_max_open" | "cod_max_open_customer", count: number) => ({
      ...{
        status: 400,
        body: { code: "cod_over_limit", message: t("vi", `order_errors.${key}`, { count: String(count) }) },
      },
    });

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await command(shop, "settings set cod_max_open_per_phone 2");
      await command(shop, "settings set cod_max_total 1000000");
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 20);
      await setStock(shop, pearls.id, 20);
    });

    test("count the open orders of a customer, by any phone numbers", async () => {
      const first = await order();
      expect((await order()).status).toBe(201);
      expect(await order()).toMatchObject(overLimit("cod_max_open_customer", 2));
      expect(await stockOf(shop, hoops.id)).toBe(18);
      await merchant.put(orderPath(first.body.id), { status: "completed" });
      expect((await order()).status).toBe(201);
    });

    test("count the open orders of a phone number, by any customers", async () => {
      for (const _ of [1, 2]) {
        const visitor = shop.client();
        await visitor.register();
        expect((await order(hoops.id, visitor, "0987654321")).status).toBe(201);
      }
      expect(await order(hoops.id, shopper, "0987654321")).toMatchObject(overLimit("cod_max_open", 2));
      expect((await order()).status).toBe(201);
    });

    test("count concurrent orders of a customer", async () => {
      const results = await Promise.all(Array.from({ length: 6 }, () => order()));
      expect(results.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
      expect(await stockOf(shop, hoops.id)).toBe(18);
    });

    test("limit the sum of the open orders, which a merchant may have raised", async () => {
      const { id } = (await order()).body;
      await merchant.put(orderPath(id), { fee_lines: [{ name: "Khắc tên", total: "1000000" }] });
      expect(await order(pearls.id)).toMatchObject(overLimit("cod_max_open_customer", 1));
      expect((await order()).status).toBe(201);
    });

    test("apply to an online order that becomes a cash order", async () => {
      for (const _ of [1, 2]) await order(pearls.id);
      const online = (await beginPayment(shopper)).body;
      expect(await order()).toMatchObject(overLimit("cod_max_open_customer", 2));
      expect(await moneyOf(shop, online.order_id)).toMatchObject({ status: "pending", method: "vnpay_visa" });
    });
  });

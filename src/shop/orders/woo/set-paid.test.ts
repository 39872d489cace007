import { beforeAll, describe, expect, test } from "vitest";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { ledgerOf, orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

for (const engine of engines)
  describe(`set_paid on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });

    test.each([
      ["cod", "pending", "completed"],
      ["cod", "failed", "completed"],
      ["bacs", "pending", "processing"],
      ["bacs", "failed", "processing"],
      ["bacs", "on-hold", "on-hold"],
    ])("records the payment of a paid %s order again that was put back to %s", async (method, status, expected) => {
      const line_items = [{ product_id: hoops.id, quantity: 1 }];
      const order = await orderOf(merchant, { payment_method: "cod", line_items });
      const put = (body: object) => merchant.put<WooOrder>(orderPath(order.id), body);
      const first = await put({ payment_method: method, set_paid: true });
      expect(await put({ status })).toMatchObject({ status: 200, body: { status } });
      const again = await put({ set_paid: true });
      expect(again.body).toMatchObject({ status: expected, date_paid: first.body.date_paid });
      const ledger = (await ledgerOf(shop, order.id)).filter((payment) => payment.status === "succeeded");
      expect(ledger).toHaveLength(method === "cod" ? 1 : 0);
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aKey, anOnlinePayment, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`a total outside VNPay's limits on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const pay = (key: string, lang = "vi", quantity = 2) =>
      shopper.post<Problem & { order_id: number }>(
        `/wp-json/lianne-vnpay/v1/create-payment?lang=${lang}`,
        // two units ship free
        anOnlinePayment({ items: [{ product_id: hoops.id, quantity }] }),
        { "idempotency-key": key },
      );
    const setPrice = (price: number) =>
      shop.db.transaction((tx) => tx.run(sql`update product set regular_price = ${price} where id = ${hoops.id}`));

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 10);
    });

    test("is rejected with a message, and stores nothing", async () => {
      await setPrice(2_499);
      const belowMin = await pay(aKey());
      expect(belowMin).toMatchObject({ status: 400, body: { code: "payment_total_out_of_bounds" } });
      expect(belowMin.body.message.replaceAll("\u00a0", " ")).toBe(
        "VNPay nhận thanh toán từ 5.000 ₫ đến dưới 1.000.000.000 ₫; đơn của bạn là 4.998 ₫. Vui lòng chọn phương thức thanh toán khác.",
      );
      await setPrice(500_000_000);
      const aboveMax = await pay(aKey(), "en");
      expect(aboveMax).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("less than 1.000.000.000") },
      });
      expect(await shop.db.all(sql`select id from orders where subtotal in (4998, 1000000000)`)).toEqual([]);
      expect(await stockOf(shop, hoops.id)).toBe(10);
      await setPrice(2_500);
      expect((await pay(aKey())).status).toBe(200);
    });

    test("is rejected too when a merchant has changed a pending order to it", async () => {
      await setPrice(hoops.price);
      const key = aKey();
      const { body } = await pay(key, "vi", 1);
      const merchant = await merchantOf(shop);
      await merchant.put(orderPath(body.order_id), { fee_lines: [{ name: "Kim cương", total: "1000000000" }] });
      expect(await pay(key, "vi", 1)).toMatchObject({ status: 400, body: { code: "payment_total_out_of_bounds" } });
      const { status, payments } = await moneyOf(shop, body.order_id);
      expect({ status, payments }).toEqual({ status: "pending", payments: ["vnpay_visa pending"] });
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { bankAccount, bankPage, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { aKey, anOnlinePayment, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const complete = {
  ...{ BANK_BIN: "970436", BANK_ACCOUNT: bankAccount, BANK_HOLDER: "CONG TY LIANNE" },
  SEPAY_WEBHOOK_KEY: "key-of-the-tests",
};

for (const engine of engines)
  describe(`when bank transfers are offered on ${engine.name}`, () => {
    let shop: BankShop;
    let shopper: Visitor;

    beforeAll(async () => {
      shop = await openBankShop(engine);
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 10);
    });

    test.each(["nothing", "BANK_BIN", "BANK_ACCOUNT", "BANK_HOLDER", "SEPAY_WEBHOOK_KEY"] as const)(
      "BQ02: with %s missing of bank, account, holder and keys transfers are offered only if they are complete",
      async (missing) => {
        const env = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
        const other = await openShop(engine, { env });
        const { body } = await other.client().get<{ payment_methods: string[] }>("/wp-json/custom-lang/v1/content/vi");
        expect(body.payment_methods.includes("bacs")).toBe(missing === "nothing");
        const customer = other.client();
        await customer.register();
        expect((await beginTransfer(customer)).status).toBe(missing === "nothing" ? 200 : 400);
        await other.close();
      },
    );

    test("BQ02: a total of 500,000,000 đồng is refused, and stores nothing", async () => {
      const setPrice = (price: number) =>
        shop.db.write(sql`update product set regular_price = ${price} where id = ${hoops.id}`);
      await setPrice(250_000_000);
      const above = await shopper.post<Problem>(
        "/wp-json/lianne-bank/v1/create-payment",
        anOnlinePayment({ payment_method: "bacs", items: [{ product_id: hoops.id, quantity: 2 }] }),
        { "idempotency-key": aKey() },
      );
      expect([above.status, above.body.code]).toEqual([400, "payment_total_out_of_bounds"]);
      expect(await shop.db.all(sql`select from orders where subtotal = 500000000`)).toEqual([]);
      await setPrice(249_999_999);
      const within = await beginTransfer(shopper, { items: [{ product_id: hoops.id, quantity: 2 }] });
      expect([within.status, (await bankPage(shopper, within.body.order_id)).missing]).toEqual([200, 499_999_998]);
      await setPrice(hoops.price);
    });

    test("BQ03: the payment's status is pending, and completed once the transfer has arrived", async () => {
      const customer = shop.client();
      await customer.register();
      const { order_id: id } = (await beginTransfer(customer)).body;
      const status = async () =>
        (
          await customer.post<{ payment_status: string }>("/wp-json/lianne-vnpay/v1/payment-callback", {
            order_id: id,
          })
        ).body.payment_status;
      expect(await status()).toBe("pending");
      const { total } = await moneyOf(shop, id);
      await shop.bank.transfer({ account: bankAccount, amount: total, content: transferCode("LIA", id) });
      expect(await status()).toBe("completed");
    });
  });

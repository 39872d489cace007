import { expect, test } from "vitest";
import { bankAccount, beginTransfer, openBankShop } from "#fixtures/testing/bank.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const minute = 60_000;

test.each(engines)(
  "BQ29: on $name a notice that cannot be stored stops neither other notices nor the expiry of orders, and counts as a failed poll",
  async (engine) => {
    const shop = await openBankShop(engine);
    const place = async () => {
      const shopper = shop.client();
      await shopper.register();
      return (await beginTransfer(shopper)).body.order_id;
    };
    const [paid, unpaid] = [await place(), await place()];
    const { total } = await moneyOf(shop, paid);
    shop.bank.control({ notifications: { kind: "missing" } });
    // no database stores this character in a text
    await shop.bank.transfer({ account: bankAccount, amount: total, content: "not\u0000text" });
    await shop.bank.transfer({ account: bankAccount, amount: total, content: transferCode("LIA", paid) });
    shop.clock.advance(181 * minute);
    await shop.runJobs();
    expect((await moneyOf(shop, paid)).status).toBe("processing");
    expect((await moneyOf(shop, unpaid)).status).toBe("cancelled");
    expect(await shop.db.one(sql`select failures > 0 failed, succeeded_at from bank_poll`)).toEqual({
      ...{ failed: true, succeeded_at: null },
    });
    expect(JSON.stringify(shop.takeLoggedErrors())).toContain("could not be settled");
  },
);

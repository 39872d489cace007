import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { bankAccount, beginTransfer, openBankShop } from "#fixtures/testing/bank.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const minute = 60_000;

test.each(engines)(
  "BQ29: on $name a notification that cannot be stored stops neither other notifications nor the expiry of orders, and counts as a failed poll",
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
    const send = (content: string, reference?: string) =>
      shop.bank.transfer({ account: bankAccount, amount: total, content, ...(reference && { reference }) });
    // longer than an entry of an index
    await send("unstorable", randomBytes(20_000).toString("hex"));
    // no database stores U+0000 in a text
    await send(`${transferCode("LIA", paid)}\u0000`);
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

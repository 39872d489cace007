import { beforeAll, describe, expect, test } from "vitest";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { tablesWith } from "#fixtures/testing/traces.ts";
import { demoAccount, findDemoCustomer } from "#shop/customers/index.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`the demonstration's customer on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
      await shop.db.write(sql`update customer set created_at = '2020-01-01' where username = ${demoAccount.username}`);
    });

    test("is removed with its newsletter subscriptions and its emails, queued and sent, to any address", async () => {
      const visitor = shop.client();
      const { id } = await visitor.login(demoAccount.username, demoAccount.password);
      const { password } = demoAccount;
      await visitor.post("/wp-json/custom/v1/newsletter", { email: "khach.news@example.com" });
      await visitor.put("/wp-json/custom-auth/v1/profile", { email: "khach.new@example.com", password });
      await shop.client().post("/wp-json/custom/v1/request-password-reset", { email: demoAccount.email });
      await shop.db.write(
        sql`update outbox set done_at = now() where payload ->> 'template' = 'email_change_requested'`,
      );

      expect(await command(shop, "demo remove")).toMatchObject({ exit: 0 });
      expect(await tablesWith(shop.db, ["khach"])).toEqual([]);
      expect(await shop.db.all(sql`select from outbox where customer_id = ${id}`)).toEqual([]);
    });

    test("is not a restored customer with the same username", async () => {
      await command(shop, "demo remove");
      const { id } = await shop.client().register({ username: demoAccount.username });
      await shop.db.write(sql`update customer set created_at = '2020-01-01' where id = ${id}`);
      expect(await findDemoCustomer(shop.db)).toBeUndefined();
      expect(await command(shop, "demo remove")).toMatchObject({ exit: 1 });
      expect(await shop.db.one(sql`select id from customer where id = ${id}`)).toEqual({ id });
    });
  });

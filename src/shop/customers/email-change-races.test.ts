import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { User } from "#contract/customer.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { untilBlocked } from "#fixtures/testing/until-blocked.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { openMail } from "#shop/mail/index.ts";

const profile = "/wp-json/custom-auth/v1/profile";
const reset = "/wp-json/custom/v1/reset-password";
const form = { "content-type": "application/x-www-form-urlencoded" };

for (const engine of engines)
  describe(`requests during an email change on ${engine.name}`, () => {
    let shop: TestShop;
    let customer: Visitor;
    let user: User & { password: string };
    let email: string;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });
    beforeEach(async () => {
      customer = shop.client();
      user = await customer.register();
      email = `new-${user.email}`;
    });

    const changeAddress = async (tx: Tx): Promise<void> => {
      await tx.run(sql`update password_reset set used_at = now() where customer_id = ${user.id}`);
      await tx.run(sql`update customer set email = ${email} where id = ${user.id}`);
    };
    const openKeys = () =>
      shop.db.all(sql`select from password_reset where customer_id = ${user.id} and used_at is null`);

    test("a reset requested for the old address sends no key that is valid after the change", async () => {
      let response: Promise<{ status: number }> | undefined;
      await shop.db.transaction(async (tx) => {
        await tx.one(sql`select from customer where id = ${user.id} for update`);
        response = shop.client().post("/wp-json/custom/v1/request-password-reset", { email: user.email });
        await untilBlocked(engine, shop);
        await changeAddress(tx);
      });
      expect((await response)?.status).toBe(200);
      expect(await openKeys()).toEqual([]);
    });

    test("the change waits for a key that is being written, and invalidates it", async () => {
      await customer.put(profile, { email, password: user.password });
      const mail = await shop.db.one<{ payload: unknown }>(
        sql`select payload from outbox where payload ->> 'to' = ${email}`,
      );
      const { pathname, search } = new URL(openMail(shop.shop.config.appSecret, mail?.payload).values.url ?? "");
      let response: Promise<{ status: number }> | undefined;
      await shop.db.transaction(async (tx) => {
        await tx.one(sql`select from customer where id = ${user.id} for share`);
        await tx.run(sql`
          insert into password_reset (token_hash, customer_id, expires_at)
          values (${hashToken("a key")}, ${user.id}, ${new Date(shop.clock.now().getTime() + 60_000)})`);
        response = shop.client().post(pathname + search, "", form);
        await untilBlocked(engine, shop);
      });
      expect((await response)?.status).toBe(200);
      expect(await openKeys()).toEqual([]);
      const password = "a new ring of gold";
      const attempt = { key: "a key", login: user.username, password, RePassword: password };
      expect((await shop.client().post(reset, attempt)).status).toBe(400);
    });

    test("a profile saved with the old address does not undo the change", async () => {
      let response: Promise<unknown> | undefined;
      await shop.db.transaction(async (tx) => {
        await tx.one(sql`select from customer where id = ${user.id} for update`);
        response = customer.put(profile, { firstName: "Minh", email: user.email });
        await untilBlocked(engine, shop);
        await changeAddress(tx);
      });
      await response;
      expect(await shop.db.one(sql`select email from customer where id = ${user.id}`)).toEqual({ email });
    });
  });

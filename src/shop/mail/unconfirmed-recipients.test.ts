import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, anOnlinePayment, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const street = "Visit https://evil.example/prize and win";

for (const engine of engines)
  describe(`order emails to unconfirmed addresses on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let buyer: Visitor;
    let own: { email: string; username: string };
    let strangers = 0;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: { ...mailbox.env, RATE_LIMITS: "on" } });
      await command(shop, "settings set cod_max_open_per_phone 1000");
      await command(shop, "settings set limit_order_account 1000");
      await setStock(shop, hoops.id, 1000);
    });
    beforeEach(async () => {
      buyer = shop.client({ address: `10.7.0.${++strangers}` });
      own = await buyer.register();
    });
    const orderFor = async (email: string): Promise<number> => {
      const { billing } = aCodOrder();
      const address = { ...billing, email, address_1: street };
      const placed = await submit(buyer, aCodOrder({ billing: address, customer_note: street }));
      expect(placed.status).toBe(201);
      await shop.runJobs();
      return placed.body.id;
    };
    const orderEmails = (to: string) => mailbox.emails(to).filter(({ subject }) => subject.includes("đơn hàng"));

    test("carry no street and no note of the customer; a confirmed address gets the street", async () => {
      for (const to of [`stranger-${strangers}@example.com`, own.email]) {
        await orderFor(to);
        const [email] = orderEmails(to);
        expect(email?.text).toContain("Phường Bến Nghé, Quận 1");
        expect(email?.source).not.toMatch(/evil|prize/);
        expect(email?.html).not.toMatch(/evil|prize/);
      }
      await buyer.post("/wp-json/custom/v1/request-password-reset", { email: own.email });
      await shop.runJobs();
      const link = /reset-password\?(\S+)/.exec(mailbox.emails(own.email)[0]?.text ?? "")?.[1];
      const { key, login } = Object.fromEntries(new URLSearchParams(link));
      const password = "a new ring of gold";
      const reset = { key, login, password, RePassword: password };
      expect((await buyer.post("/wp-json/custom/v1/reset-password", reset)).status).toBe(200);
      await buyer.login(own.username, password);
      await orderFor(own.email);
      expect(orderEmails(own.email)[0]?.text).toContain(street);
      await orderFor(`stranger-${strangers}@example.com`);
      expect(orderEmails(`stranger-${strangers}@example.com`)[0]?.text).not.toContain("evil");
    });

    /** An address of one mailbox at Gmail, in another spelling each time. */
    const variants = (name: string) => [
      `${name}@gmail.com`,
      `${name}+1@gmail.com`,
      `${name.split("").join(".")}@gmail.com`,
      `${name.toUpperCase()}+sale@GMAIL.com`,
      `${name[0]}.${name.slice(1)}+x+y@googlemail.com`,
      `${name}@googlemail.com`,
      `${name}+2@gmail.com`,
    ];
    const limited = () => shop.takeLoggedErrors().filter(({ msg }) => msg.includes("was not sent")).length;

    test("are counted by mailbox: a tag after a plus sign, and dots at Gmail, make no other recipient", async () => {
      for (const to of variants(`ngoc${strangers}`)) await orderFor(to);
      expect(variants(`ngoc${strangers}`).flatMap(orderEmails)).toHaveLength(6);
      expect(limited()).toBe(1);
      const tagged = (tag: number) => `minh${strangers}+${tag}@example.com`;
      for (let tag = 0; tag < 7; tag++) await orderFor(tagged(tag));
      expect(limited()).toBe(1);
      await orderFor(`m.inh${strangers}@example.com`);
      expect(limited(), "elsewhere dots count").toBe(0);
    });

    test("that others cause do not prevent those to the account that has the address, nor the other way round", async () => {
      for (let order = 0; order < 7; order++) await orderFor(own.email);
      expect(orderEmails(own.email)).toHaveLength(6);
      const victim = own;
      const itsClient = buyer;
      buyer = shop.client({ address: `10.7.2.${strangers}` });
      await buyer.register();
      for (let order = 0; order < 7; order++) await orderFor(victim.email);
      expect(orderEmails(victim.email), "others have a limit of their own").toHaveLength(12);
      expect(limited()).toBe(2);
      await shop.db.write(sql`update customer set email_confirmed_at = now() where email = ${victim.email}`);
      buyer = itsClient;
      for (let order = 0; order < 7; order++) await orderFor(victim.email);
      expect(orderEmails(victim.email), "a confirmed address has none").toHaveLength(19);
      expect(limited()).toBe(0);
    });

    test("of accounts have a limit too: registrations and address changes", async () => {
      const name = `lan${strangers}`;
      const sent = () => variants(name).flatMap((to) => mailbox.emails(to));
      for (const [index, email] of variants(name).entries()) {
        const visitor = shop.client({ address: `10.7.3.${strangers * 10 + index}` });
        const { password } = await visitor.register();
        await visitor.put("/wp-json/custom-auth/v1/profile", { email, password });
        if (index === 4) shop.clock.advance(61 * 60_000);
      }
      await shop.runJobs();
      expect(sent()).toHaveLength(6);
      expect(limited()).toBe(1);
      for (const [index, email] of variants(`x${name}`).entries())
        await shop.client({ address: `10.7.4.${strangers * 10 + index}` }).register({ email });
      await shop.runJobs();
      expect(variants(`x${name}`).flatMap((to) => mailbox.emails(to))).toHaveLength(6);
      expect(limited()).toBe(1);
    });

    test("are a few a day, from any account; the next day there are some again", async () => {
      const to = `many-${strangers}@example.com`;
      for (let order = 0; order < 8; order++) await orderFor(order % 2 ? to : to.toUpperCase());
      const received = () => orderEmails(to).length;
      expect(received()).toBe(6);
      expect(shop.takeLoggedErrors().map(({ msg }) => msg)).toEqual(
        Array.from({ length: 2 }, () => expect.stringContaining("was not sent")),
      );
      shop.clock.advance(25 * 60 * 60_000);
      buyer = shop.client({ address: `10.7.1.${strangers}` });
      await buyer.register();
      await orderFor(to);
      expect(received()).toBe(7);
      shop.takeLoggedErrors();
    });

    test.each(["12 Nguyễn Huệ\r\nBcc: all@example.com", "12\u0000", "a\tb", "a\u0085b"])(
      "fields of one line reject control characters: %j",
      async (text) => {
        const { billing } = aCodOrder();
        for (const field of ["address_1", "address_2", "city", "state"]) {
          const refused = await submit<Problem>(buyer, aCodOrder({ billing: { ...billing, [field]: text } }));
          expect([refused.status, Object.keys(refused.body.data.params ?? {})], field).toEqual([
            400,
            [expect.stringContaining("billing")],
          ]);
        }
        const online = anOnlinePayment();
        const address = { ...online.shipping_address, address_1: text };
        const headers = { "idempotency-key": aKey() };
        const body = { ...online, shipping_address: address };
        expect((await buyer.post("/wp-json/lianne-vnpay/v1/create-payment", body, headers)).status).toBe(400);
        for (const field of ["address", "city", "district", "ward"]) {
          const refused = await buyer.put<Problem>("/wp-json/custom-auth/v1/profile", { [field]: text });
          expect([refused.status, Object.keys(refused.body.data.params ?? {})]).toEqual([400, [field]]);
        }
      },
    );
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, anOnlinePayment, aKey, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

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

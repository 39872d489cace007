import { beforeAll, describe, expect, test } from "vitest";
import type { AuthResponse } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { aCodOrder, aKey, anOnlinePayment, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const profile = "/wp-json/custom-auth/v1/profile";
const message = {
  vi: "Email chỉ gồm chữ cái không dấu, chữ số và ký hiệu thông thường, không có ký tự ẩn.",
  en: "An email address has only letters without accents, digits and common symbols, and no hidden characters.",
};

/** Addresses that look or compare like another one, or whose characters cannot be seen. */
const rejected = {
  "KELVIN SIGN": "\u212Aim@example.com",
  "dotted capital I": "k\u0130m@example.com",
  "long s": "\u017Fim@example.com",
  "a letter with an accent": "n\u0103m@example.com",
  "a full-width letter": "\uFF4Bim@example.com",
  "a Cyrillic domain": "kim@ex\u0430mple.com",
  "a zero-width space": "ki\u200Bm@example.com",
  "a soft hyphen": "ki\u00ADm@example.com",
  "a right-to-left override": "ki\u202Em@example.com",
  "a null": "ki\u0000m@example.com",
  "an escape": "ki\u001Bm@example.com",
  "a delete": "ki\u007Fm@example.com",
  "a C1 control": "ki\u0085m@example.com",
};

for (const engine of engines)
  describe(`characters of emails on ${engine.name}`, () => {
    let shop: TestShop;
    let customer: Visitor;
    let merchant: Visitor;
    let customerId: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      customer = shop.client();
      customerId = (await customer.register()).id;
      merchant = await merchantOf(shop);
    });

    const { billing } = aCodOrder();
    const online = anOnlinePayment();
    const pay = (own: object) =>
      customer.post<Problem>(
        "/wp-json/lianne-vnpay/v1/create-payment",
        { ...online, ...own },
        { "idempotency-key": aKey() },
      );
    /** Every request of a shopper that has an email. */
    const shopperRequests: Record<string, (email: string, lang: string) => Promise<TestResponse<Problem>>> = {
      registration: (email, lang) =>
        shop.client().post<Problem>(`/wp-json/custom-auth/v1/register?lang=${lang}`, aPerson({ email })),
      profile: (email, lang) =>
        customer.put<Problem>(`${profile}?lang=${lang}`, { email, password: "a ring of silver" }),
      newsletter: (email, lang) => customer.post<Problem>(`/wp-json/custom/v1/newsletter?lang=${lang}`, { email }),
      reset: (email, lang) =>
        shop.client().post<Problem>(`/wp-json/custom/v1/request-password-reset?lang=${lang}`, { email }),
    };
    const orders: Record<string, (email: string) => Promise<TestResponse<Problem>>> = {
      "an order": (email) => submit<Problem>(customer, aCodOrder({ billing: { ...billing, email } })),
      "a payment": (email) => pay({ customer: { ...online.customer, email } }),
      "a billing address": (email) => pay({ billing_address: { ...online.billing_address, email } }),
    };
    const merchantRequests: Record<string, (email: string) => Promise<TestResponse<Problem>>> = {
      "a new account": (email) => merchant.post<Problem>("/wp-json/wc/v3/customers", { email }),
      "an account": (email) => merchant.put<Problem>(`/wp-json/wc/v3/customers/${customerId}`, { email }),
      "an account's billing": (email) =>
        merchant.put<Problem>(`/wp-json/wc/v3/customers/${customerId}`, { billing: { email } }),
      "a merchant's order": (email) => merchant.post<Problem>("/wp-json/wc/v3/orders", { billing: { email } }),
    };

    test.each(Object.entries(rejected))("%s is rejected wherever an email is sent", async (_name, email) => {
      for (const [name, send] of Object.entries(shopperRequests))
        for (const lang of ["vi", "en"] as const) {
          const { status, body } = await send(email, lang);
          expect([name, status, body.data?.params]).toEqual([name, 400, { email: message[lang] }]);
        }
      for (const [name, send] of Object.entries(orders)) {
        const { status, body } = await send(email);
        expect([name, status], JSON.stringify(body)).toEqual([name, 400]);
        expect(JSON.stringify(body.data.params)).toContain(message.vi);
      }
      for (const [name, send] of Object.entries(merchantRequests))
        expect([name, (await send(email)).status]).toEqual([name, 400]);
      const stored = sql`select from customer where email = ${email}`;
      expect(email.includes("\u0000") ? [] : await shop.db.all(stored)).toEqual([]);
    });

    test.each([
      "Kim.Anh+ring_1@Example.com",
      "o'brien@xn--mnchen-3ya.example",
      "a!#$%&*/=?^`{|}~-b@mail.example.com.vn",
    ])("%s is accepted", async (email) => {
      const visitor = shop.client();
      const user = await visitor.register({ email });
      expect(user.email).toBe(email);
      expect((await shop.client().login(email.toUpperCase(), user.password)).id).toBe(user.id);
    });

    test("an address that only Unicode's lower case makes the same is another address", async () => {
      const visitor = shop.client();
      const { id, username, password } = await visitor.register({ email: "kelvin@example.com" });
      // as an earlier version stored it
      await shop.db.write(sql`update customer set email = ${"\u212Aelvin@example.com"} where id = ${id}`);
      const own = shop.client();
      expect((await own.login(username, password)).id).toBe(id);
      expect((await shop.client().login("\u212Aelvin@example.com", password)).id).toBe(id);
      const change = (fields: object) =>
        own.put<AuthResponse & Problem>(profile, { email: "kelvin@example.com", ...fields });
      expect(await change({})).toMatchObject({
        status: 400,
        body: { data: { params: { password: expect.any(String) } } },
      });
      expect((await change({ password })).body.user).toMatchObject({
        email: "\u212Aelvin@example.com",
        pending_email: "kelvin@example.com",
      });
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { productionCost, testCost } from "#fixtures/testing/password-cost.ts";
import { passwordCost } from "#shop/kernel/auth/passwords.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/custom-auth/v1/register";

for (const engine of engines)
  describe(`registration on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });

    test("creates an account and does not log in", async () => {
      const person = aPerson({ first_name: "Ngọc Ánh", last_name: "O’Brien-Nguyễn" });
      const visitor = shop.client();
      const response = await visitor.post(path, person);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ success: true, message: "Đăng ký thành công" });
      expect(visitor.cookies.size).toBe(0);
      const user = await visitor.login(person.username, person.password);
      expect(user).toMatchObject({ firstName: "Ngọc Ánh", lastName: "O’Brien-Nguyễn", email: person.email });
    });

    test("stores an argon2id hash and not the password", async () => {
      const person = aPerson();
      Object.assign(passwordCost, productionCost);
      await shop.client().post(path, person);
      Object.assign(passwordCost, testCost);
      const row = await shop.db.one<{ hash: string }>(
        sql`select password_hash hash from customer where username = ${person.username}`,
      );
      expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });

    test.each([
      "0912345678",
      "84912345678",
      "+84912345678",
      "091 234.56-78",
      "(091) 234 5678",
      "+84 (0)91 234 5678",
      "[+84] 912–345–678",
      "\u202A0912\u00A0345\u200B678\u202C",
    ])("stores the phone %j as +84…", async (phone) => {
      const visitor = shop.client();
      const user = await visitor.register({ phone });
      expect(user.phone).toBe("+84912345678");
      const row = await shop.db.one(sql`select phone from customer where id = ${user.id}`);
      expect(row).toEqual({ phone: "+84912345678" });
    });

    test("names a taken username and a taken email, case-insensitively, in both languages", async () => {
      const person = aPerson();
      await shop.client().post(path, person);
      const both = await shop.client().post<Problem>(path, {
        ...aPerson(),
        username: person.username.toUpperCase(),
        email: person.email.toUpperCase(),
      });
      expect(both.status).toBe(400);
      expect(both.body.data.params).toEqual({
        username: "Tên đăng nhập này đã được sử dụng.",
        email: "Email này đã được sử dụng.",
      });
      const english = await shop.client().post<Problem>(`${path}?lang=en`, aPerson({ email: person.email }));
      expect(english.body).toMatchObject({
        code: "registration-error-email-exists",
        message: "This email is already in use.",
        data: { status: 400, params: { email: "This email is already in use." } },
      });
    });

    test("lets one of two concurrent registrations with the same name succeed", async () => {
      const [one, other] = [aPerson(), aPerson()];
      const responses = await Promise.all([
        shop.client().post<Problem>(path, one),
        shop.client().post<Problem>(path, { ...other, username: one.username }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      const refused = responses.find(({ status }) => status === 400);
      expect(refused?.body.data.params).toHaveProperty("username");
    });

    test.each([
      ["username", { username: "ab" }],
      ["username", { username: "with space" }],
      ["username", { username: "a".repeat(61) }],
      ["email", { email: "not an email" }],
      ["email", { email: "ngoc@example.com," }],
      ["email", { email: '"><x>@example.com' }],
      ["email", { email: `${"a".repeat(300)}@example.com` }],
      ["password", { password: "1234567" }],
      ["password", { password: "x".repeat(201) }],
      ["first_name", { first_name: "A" }],
      ["last_name", { last_name: "<b>x</b>" }],
      ["phone", { phone: "0123456789" }],
      ["phone", { phone: "09123456789" }],
      ["phone", { phone: "(091) 234 567" }],
      ["phone", { phone: "(012) 345 6789" }],
      ["phone", { phone: "091/234/5678" }],
      ["phone", { phone: 912345678 as unknown as string }],
      ["email", { email: null as unknown as string }],
      ["username", { username: ["a"] as unknown as string }],
    ])("rejects a wrong %s with a message for the field: %j", async (field, wrong) => {
      const response = await shop.client().post<Problem>(path, { ...aPerson(), ...wrong });
      expect(response.status).toBe(400);
      expect(Object.keys(response.body.data.params ?? {})).toEqual([field]);
    });

    test.each([
      ["null", null],
      ["a list", [aPerson()]],
      ["a text", "x"],
      ["nothing", {}],
    ])("rejects %s as a body", async (_name, body) => {
      const response = await shop
        .client()
        .call("POST", path, JSON.stringify(body), { "content-type": "application/json" });
      expect(response.status).toBe(400);
    });

    test("ignores fields that it does not accept", async () => {
      const person = { ...aPerson(), id: 7, role: "administrator", password_hash: "x", province_id: 3 };
      const visitor = shop.client();
      expect((await visitor.post(path, person)).status).toBe(200);
      const user = await visitor.login(person.username, person.password);
      expect(user.id).toBeGreaterThan(1000);
      expect(user.province_id).toBeNull();
    });

    test("is rejected from another origin", async () => {
      expect((await shop.client().post(path, aPerson(), { origin: "https://evil.example" })).status).toBe(403);
    });
  });

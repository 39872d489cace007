import { beforeAll, describe, expect, test } from "vitest";
import type { CheckAuth, Done, User } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { type Mail, openMail } from "#shop/mail/index.ts";

const request = "/wp-json/custom/v1/request-password-reset";
const reset = "/wp-json/custom/v1/reset-password";
const check = "/wp-json/custom-auth/v1/check-auth";
const password = "a new ring of gold";

const emailsTo = async ({ db, shop }: TestShop, to: string): Promise<Mail[]> => {
  const rows = await db.all<{ payload: unknown }>(
    sql`select payload from outbox where kind = 'mail' and payload ->> 'to' = ${to}
        and payload ->> 'template' = 'password_reset' order by id`,
  );
  return rows.map(({ payload }) => openMail(shop.config.appSecret, payload));
};

/** Parameters of the link in the newest email. */
const keyFor = async (shop: TestShop, user: User): Promise<{ key: string; login: string }> => {
  const email = (await emailsTo(shop, user.email)).at(-1);
  const query = new URL(email?.values.url ?? "").searchParams;
  return { key: query.get("key") ?? "", login: query.get("login") ?? "" };
};

for (const engine of engines)
  describe(`password reset on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });
    const forgetful = async (own = shop): Promise<{ visitor: Visitor; user: User & { password: string } }> => {
      const visitor = own.client();
      const user = await visitor.register();
      await own.client().post(request, { email: user.email });
      return { visitor, user };
    };
    const isLoggedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get<CheckAuth>(check)).body.success;

    test("sends an email with a link, with the same response whether or not there is such an account", async () => {
      const user = await shop.client().register();
      const known = await shop.client().post<Done>(request, { email: user.email.toUpperCase() });
      const askedAt = performance.now();
      const unknown = await shop.client().post<Done>(request, { email: "nobody@example.com" });
      // not faster than a request that writes a key; a timer may fire a millisecond early
      expect(performance.now() - askedAt).toBeGreaterThan(98);
      expect(known.body).toEqual({ success: true, message: "Hãy kiểm tra email của bạn" });
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
      expect(await emailsTo(shop, "nobody@example.com")).toEqual([]);
      const [email, ...more] = await emailsTo(shop, user.email);
      expect(more).toEqual([]);
      expect(email).toMatchObject({ lang: "vi", values: { name: "Ngọc", username: user.username } });
      expect(email?.values.url).toMatch(/^http:\/\/localhost:3000\/reset-password\?key=[\w-]{43}&login=shopper_\d+$/);
    });

    test("stores the key nowhere in plain text", async () => {
      const { user } = await forgetful();
      const { key } = await keyFor(shop, user);
      const rows = await shop.db.all(sql`
        select payload::text from outbox union all select encode(token_hash, 'escape') from password_reset`);
      expect(rows.length).toBeGreaterThan(1);
      expect(JSON.stringify(rows)).not.toContain(key);
    });

    test("changes the password with the key, and ends the sessions on all devices", async () => {
      const { visitor, user } = await forgetful();
      const phone = shop.client();
      await phone.login(user.username, user.password, { remember: true });
      const browser = shop.client();
      const response = await browser.post<Done>(reset, {
        ...(await keyFor(shop, user)),
        password,
        RePassword: password,
      });
      expect(response.body).toEqual({ success: true, message: "Đặt lại mật khẩu thành công" });
      expect([await isLoggedIn(visitor), await isLoggedIn(phone), await isLoggedIn(browser)]).toEqual([
        false,
        false,
        false,
      ]);
      await expect(shop.client().login(user.username, user.password)).rejects.toThrow();
      await shop.client().login(user.email, password);
    });

    test("accepts the email for a login as well as the username", async () => {
      const { user } = await forgetful();
      const { key } = await keyFor(shop, user);
      const response = await shop
        .client()
        .post(reset, { key, login: user.email.toUpperCase(), password, RePassword: password });
      expect(response.status).toBe(200);
    });

    test("accepts a key once, also from two concurrent requests", async () => {
      const { user } = await forgetful();
      const form = { ...(await keyFor(shop, user)), password, RePassword: password };
      const responses = await Promise.all([
        shop.client().post<Problem>(reset, form),
        shop.client().post<Problem>(reset, form),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      const again = await shop.client().post<Problem>(reset, form);
      expect(again.body).toMatchObject({ code: "invalid_key", message: "Thông tin đặt lại mật khẩu không hợp lệ" });
    });

    test("invalidates the account's other keys", async () => {
      const { user } = await forgetful();
      const first = await keyFor(shop, user);
      await shop.client().post(request, { email: user.email });
      const second = await keyFor(shop, user);
      const responses = await Promise.all(
        [first, second].map((key) => shop.client().post(reset, { ...key, password, RePassword: password })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    test("accepts a key for an hour, and deletes it after that", async () => {
      const own = await openShop(engine, { seed: false });
      const { user } = await forgetful(own);
      const { user: late } = await forgetful(own);
      const [form, lateForm] = await Promise.all(
        [user, late].map(async (one) => ({ ...(await keyFor(own, one)), password, RePassword: password })),
      );
      own.clock.advance(50 * 60_000);
      expect((await own.client().post(reset, form)).status).toBe(200);
      own.clock.advance(10 * 60_000);
      expect((await own.client().post(reset, lateForm)).status).toBe(400);
      await own.runJobs();
      expect(await own.db.all(sql`select 1 from password_reset`)).toEqual([]);
      await own.close();
    });

    test("rejects a wrong key, and another account's", async () => {
      const { user } = await forgetful();
      const stranger = await shop.client().register();
      const { key } = await keyFor(shop, user);
      for (const wrong of [
        { key: "wrong", login: user.username },
        { key, login: stranger.username },
        { key, login: stranger.email },
        { key, login: "nobody" },
        { key: `${key}x`, login: user.username },
      ]) {
        const response = await shop
          .client()
          .post<Problem>(`${reset}?lang=en`, { ...wrong, password, RePassword: password });
        expect(response.status).toBe(400);
        expect(response.body.message).toBe("The password reset information is not valid");
      }
      await shop.client().login(stranger.username, stranger.password);
    });

    test("a changed address invalidates the keys sent to the old one; other changes do not", async () => {
      const { visitor, user } = await forgetful();
      const form = { ...(await keyFor(shop, user)), login: user.username, password, RePassword: password };
      const change = (fields: object) => visitor.call("PUT", "/wp-json/custom-auth/v1/profile", fields);
      expect((await change({ lastName: "Lê", email: user.email.toUpperCase() })).status).toBe(200);
      const unused = sql`select 1 from password_reset where used_at is null and customer_id = ${user.id}`;
      expect(await shop.db.all(unused)).toHaveLength(1);
      const email = `new-${user.email}`;
      expect((await change({ email, password: user.password })).status).toBe(200);
      expect(await shop.db.all(unused)).toHaveLength(1);
      const rows = await shop.db.all<{ payload: unknown }>(
        sql`select payload from outbox where payload ->> 'to' = ${email}`,
      );
      const [confirm] = rows.map(({ payload }) => openMail(shop.shop.config.appSecret, payload));
      const { pathname, search } = new URL(confirm?.values.url ?? "");
      const asForm = { "content-type": "application/x-www-form-urlencoded" };
      expect((await shop.client().post(pathname + search, "", asForm)).status).toBe(200);
      expect((await shop.client().post(reset, form)).status).toBe(400);
      expect(await shop.db.all(unused)).toEqual([]);
    });

    test("a login that races with the change leaves no session behind", async () => {
      const { user } = await forgetful();
      const form = { ...(await keyFor(shop, user)), password, RePassword: password };
      const late = shop.client();
      await Promise.all([
        shop.client().post(reset, form),
        late.post("/wp-json/custom-auth/v1/login", { username: user.username, password: user.password }),
      ]);
      expect(await isLoggedIn(late)).toBe(false);
    });

    test("rejects unequal, short and missing passwords, naming the field", async () => {
      const { user } = await forgetful();
      const form = await keyFor(shop, user);
      for (const [field, more] of [
        ["RePassword", { password, RePassword: "something else" }],
        ["password", { password: "short", RePassword: "short" }],
        ["RePassword", { password }],
        ["key", { key: "", password, RePassword: password }],
        ["login", { login: ["x"], password, RePassword: password }],
      ] as const) {
        const response = await shop.client().post<Problem>(reset, { ...form, ...more });
        expect(response.status).toBe(400);
        expect(Object.keys(response.body.data.params ?? {})).toEqual([field]);
      }
      const unequal = await shop.client().post<Problem>(reset, { ...form, password, RePassword: "something else" });
      expect(unequal.body.message).toBe("Mật khẩu không khớp");
    });

    test.each([
      ["null", null],
      ["a list", []],
      ["a text", "x"],
      ["no address", { email: "x" }],
      ["a NUL", { email: "a\u0000@b.vn" }],
    ])("rejects %s as a body", async (_name, body) => {
      const json = { "content-type": "application/json" };
      for (const path of [request, reset])
        expect((await shop.client().call("POST", path, JSON.stringify(body), json)).status).toBe(400);
    });

    test("is rejected from another origin", async () => {
      const evil = { origin: "https://evil.example" };
      expect((await shop.client().post(request, { email: "a@example.com" }, evil)).status).toBe(403);
      expect((await shop.client().post(reset, {}, evil)).status).toBe(403);
    });
  });

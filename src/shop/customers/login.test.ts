import { beforeAll, describe, expect, test } from "vitest";
import type { AuthResponse, CheckAuth } from "#contract/customer.ts";
import { loggedOutCookie } from "#contract/logged-out-cookie.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const login = "/wp-json/custom-auth/v1/login";
const logout = "/wp-json/custom-auth/v1/logout";
const check = "/wp-json/custom-auth/v1/check-auth";
const hour = 3_600_000;
const cookieName = "lianne_session";

const isLoggedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get<CheckAuth>(check)).body.success;
/** Another browser with the same cookies, as after their theft. */
const copyOf = (shop: TestShop, visitor: Visitor): Visitor => {
  const copy = shop.client();
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
};

for (const engine of engines)
  describe(`login on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });

    test("accepts a username or an email, case-insensitively, and returns the user", async () => {
      const visitor = shop.client();
      const user = await visitor.register();
      for (const name of [user.username.toUpperCase(), user.email.toUpperCase()]) {
        const again = await shop.client().login(name, user.password);
        expect(again).toMatchObject({ id: user.id, firstName: "Ngọc", lastName: "Trần Thị", province_id: null });
        expect(again.phone).toMatch(/^\+849\d{8}$/);
      }
      expect((await visitor.get<CheckAuth>(check)).body).toMatchObject({
        success: true,
        code: "logged_in",
        user: { id: user.id },
        data: { status: 200 },
      });
    });

    test("rejects an unknown name and a wrong password with the same response", async () => {
      const user = await shop.client().register();
      const responses = await Promise.all(
        [user.username, "nobody_at_all", "nobody@example.com"].map((username) =>
          shop.client().post<AuthResponse>(login, { username, password: "not the password" }),
        ),
      );
      for (const response of responses) {
        expect(response.body).toEqual({ success: false, user: null, message: "Đăng nhập thất bại" });
        expect(response.status).toBe(responses[0]?.status);
        expect(response.header("set-cookie")).toBeUndefined();
      }
      const english = await shop.client().post<AuthResponse>(`${login}?lang=en`, { username: "x", password: "y" });
      expect(english.body.message).toBe("Login failed");
    });

    test("replaces the session: the earlier token is invalid", async () => {
      const visitor = shop.client();
      const user = await visitor.register();
      const before = copyOf(shop, visitor);
      await visitor.login(user.username, user.password);
      expect(visitor.cookies.get(cookieName)).not.toBe(before.cookies.get(cookieName));
      expect(await isLoggedIn(before)).toBe(false);
      expect(await isLoggedIn(visitor)).toBe(true);
    });

    test("has an opaque HttpOnly token, stored only as a hash", async () => {
      const visitor = shop.client();
      const user = await visitor.register();
      const response = await visitor.post(login, { username: user.username, password: user.password });
      const cookie = response.header("set-cookie") ?? "";
      expect(cookie).toMatch(/^lianne_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
      const token = visitor.cookies.get(cookieName) ?? "";
      const rows = await shop.db.all<{ stored: string }>(sql`select encode(token_hash, 'escape') stored from session`);
      expect(rows.some(({ stored }) => stored.includes(token))).toBe(false);
    });

    test("marks the cookie Secure behind https", async () => {
      const secure = await openShop(engine, { seed: false, env: { PUBLIC_URL: "https://lianne.example" } });
      const person = aPerson();
      await secure.client().post("/wp-json/custom-auth/v1/register", person);
      const response = await secure.client().post(login, { username: person.username, password: person.password });
      expect(response.header("set-cookie")).toContain("; Secure");
      await secure.close();
    });

    test('with "remember me" lasts 14 days, regardless of use', async () => {
      const own = await openShop(engine, { seed: false });
      const visitor = own.client();
      const user = await visitor.register();
      const response = await visitor.post(login, { username: user.username, password: user.password, remember: true });
      expect(response.header("set-cookie")).toContain("Max-Age=1209600");
      for (let day = 1; day < 14; day++) {
        own.clock.advance(24 * hour);
        expect(await isLoggedIn(visitor)).toBe(true);
      }
      own.clock.advance(23 * hour);
      expect(await isLoggedIn(visitor)).toBe(true);
      own.clock.advance(hour);
      const over = await visitor.get<CheckAuth>(check);
      expect(over.body).toMatchObject({ success: false, user: null, code: "not_logged_in", data: { status: 401 } });
      expect(over.status).toBe(200);
      expect(visitor.cookies.has(cookieName)).toBe(false);
      await own.close();
    });

    test("otherwise lasts while it is used, at most 24 hours idle, and until the browser closes", async () => {
      const own = await openShop(engine, { seed: false });
      const visitor = own.client();
      await visitor.register();
      for (let turn = 0; turn < 4; turn++) {
        own.clock.advance(23 * hour);
        expect(await isLoggedIn(visitor)).toBe(true);
      }
      own.clock.advance(24 * hour + 1000);
      expect(await isLoggedIn(visitor)).toBe(false);
      await own.runJobs();
      expect(await own.db.all(sql`select 1 from session`)).toHaveLength(0);
      await own.close();
    });

    test("ends the session on the server at logout", async () => {
      const visitor = shop.client();
      await visitor.register();
      const thief = copyOf(shop, visitor);
      const response = await visitor.post(logout);
      expect(response.body).toEqual({ success: true, message: "Đăng xuất thành công!" });
      expect(visitor.cookies.has(cookieName)).toBe(false);
      expect(await isLoggedIn(thief)).toBe(false);
      expect((await visitor.post(logout)).status).toBe(401);
    });

    test("a logout without a connection ends the session with the next session check, and hides it before", async () => {
      const visitor = shop.client();
      const { username, password } = await visitor.register();
      const thief = copyOf(shop, visitor);
      visitor.cookies.set(loggedOutCookie, "1");
      expect((await visitor.get("/wp-json/custom-auth/v1/personal-data")).status).toBe(401);
      expect(await isLoggedIn(thief)).toBe(true);
      expect(await isLoggedIn(visitor)).toBe(false);
      expect([...visitor.cookies.keys()]).not.toContain(cookieName);
      expect([...visitor.cookies.keys()]).not.toContain(loggedOutCookie);
      expect(await isLoggedIn(thief)).toBe(false);

      await visitor.login(username, password);
      const second = copyOf(shop, visitor);
      visitor.cookies.set(loggedOutCookie, "1");
      await visitor.login(username, password);
      expect(await isLoggedIn(visitor), "a login ends the logout").toBe(true);
      expect(await isLoggedIn(second)).toBe(false);
    });

    test("leaves another device's session unaffected at logout", async () => {
      const visitor = shop.client();
      const user = await visitor.register();
      const phone = shop.client();
      await phone.login(user.email, user.password);
      await visitor.post(logout);
      expect(await isLoggedIn(phone)).toBe(true);
    });

    test("is rejected from another origin", async () => {
      const user = await shop.client().register();
      const { username, password } = user;
      const response = await shop.client().post(login, { username, password }, { origin: "https://evil.example" });
      expect(response.status).toBe(403);
      expect(response.header("set-cookie")).toBeUndefined();
      const visitor = shop.client();
      await visitor.login(username, password);
      expect((await visitor.post(logout, {}, { origin: "https://evil.example" })).status).toBe(403);
      expect((await visitor.post(logout, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect(await isLoggedIn(visitor)).toBe(true);
    });

    test.each([
      ["null", null],
      ["a list", []],
      ["a number", 1],
      ["nothing", {}],
      ["no password", { username: "someone" }],
      ["objects for texts", { username: { $ne: "" }, password: { $ne: "" } }],
      ["a number for a text", { username: 1, password: "password" }],
      ["a huge name", { username: "x".repeat(100_000), password: "password" }],
      ["a huge password", { username: "someone", password: "x".repeat(100_000) }],
      ["a text for remember", { username: "someone", password: "password", remember: "yes" }],
    ])("rejects %s as a body", async (_name, body) => {
      const response = await shop
        .client()
        .call("POST", login, JSON.stringify(body), { "content-type": "application/json" });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ code: "rest_invalid_param", data: { status: 400 } });
    });

    test("rejects a name that no database can store, and invalid JSON", async () => {
      const nul = await shop.client().post(login, { username: "a\u0000b", password: "password" });
      expect(nul.status).toBe(400);
      const broken = await shop.client().call("POST", login, "{", { "content-type": "application/json" });
      expect(broken.status).toBe(400);
    });

    test("a forged, truncated or huge session cookie gives no session", async () => {
      for (const value of ["", "x", "x".repeat(4000), "%00", "../../etc"]) {
        const visitor = shop.client();
        visitor.cookies.set(cookieName, value);
        expect(await isLoggedIn(visitor)).toBe(false);
        expect((await visitor.put("/wp-json/custom-auth/v1/profile", {})).status).toBe(401);
      }
    });
  });

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthResponse, CheckAuth, User } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { type Mail, openMail } from "#shop/mail/index.ts";

const profile = "/wp-json/custom-auth/v1/profile";
const change = "/wp-json/custom-auth/v1/email-change";
const check = "/wp-json/custom-auth/v1/check-auth";
const login = "/wp-json/custom-auth/v1/login";
const hourMs = 60 * 60_000;

for (const engine of engines)
  describe(`another email on ${engine.name}`, () => {
    let shop: TestShop;
    let customer: Visitor;
    let user: User & { password: string };
    let email: string;
    let number = 0;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false, env: { ...httpsEnv, RATE_LIMITS: "on" } });
    });
    beforeEach(async () => {
      customer = shop.client({ address: `10.8.${++number}.1` });
      user = await customer.register();
      email = `new-${user.email}`;
    });
    const saved = async () => (await customer.get<CheckAuth>(check)).body.user;
    const emailsTo = async (to: string): Promise<Mail[]> => {
      const rows = await shop.db.all<{ payload: unknown }>(
        sql`select payload from outbox where kind = 'mail' and payload ->> 'to' = ${to} order by id`,
      );
      return rows.map(({ payload }) => openMail(shop.shop.config.appSecret, payload));
    };
    const templatesTo = async (to: string) => (await emailsTo(to)).map(({ template }) => template);
    const linkTo = async (to: string): Promise<string> => {
      const url = new URL((await emailsTo(to)).at(-1)?.values.url ?? "");
      return url.pathname + url.search;
    };
    const request = (own: object = {}, lang = "vi") =>
      customer.put<AuthResponse>(`${profile}?lang=${lang}`, { email, password: user.password, ...own });

    test.each(["vi", "en"])(
      "UA12: is used once it is confirmed from its mailbox; both addresses are notified, in %s",
      async (lang) => {
        const response = await request({ firstName: "Minh" }, lang);
        expect(response.status).toBe(200);
        expect(response.body.user).toMatchObject({ email: user.email, pending_email: email, firstName: "Minh" });
        expect(response.body.message).toContain(email);
        expect(await saved()).toEqual(response.body.user);
        expect((await shop.client().login(user.email, user.password)).id, "until then the old one logs in").toBe(
          user.id,
        );
        expect((await shop.client().post(login, { username: email, password: user.password })).body).toMatchObject({
          success: false,
        });
        expect(await templatesTo(user.email)).toEqual(["welcome", "email_change_requested"]);
        const [confirm] = await emailsTo(email);
        expect(confirm).toMatchObject({ template: "email_change_confirm", lang });
        expect(JSON.stringify(await shop.db.all(sql`select * from email_change`))).not.toContain(
          new URL(confirm?.values.url ?? "").searchParams.get("token"),
        );

        const link = await linkTo(email);
        const page = await shop.client().get(link);
        expect([page.status, page.header("referrer-policy")]).toEqual([200, "same-origin"]);
        expect(page.header("content-security-policy")).toContain("form-action 'self'; frame-ancestors 'none'");
        expect(page.text).toContain('<form method="post"><button');
        expect((await saved())?.email, "a program that opens links changes nothing").toBe(user.email);

        const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://shop.example" };
        expect((await shop.client().post(link, "", { ...form, origin: "https://evil.example" })).status).toBe(403);
        expect((await shop.client().post(link, "", form)).status).toBe(200);
        expect(await saved()).toMatchObject({ email, pending_email: null });
        expect((await templatesTo(user.email)).at(-1)).toBe("email_changed");
        expect((await shop.client().post(link, "", form)).status, "the link works once").toBe(404);
        expect((await shop.client().login(email, user.password)).id).toBe(user.id);
      },
    );

    test("needs the current password, whose guesses count towards the login's limit; nothing else is changed without it", async () => {
      for (const [password, message] of [
        [undefined, "Vui lòng nhập mật khẩu hiện tại để đổi email"],
        ["", "Vui lòng nhập mật khẩu hiện tại để đổi email"],
        ["not the password", "Mật khẩu không đúng"],
      ]) {
        const refused = await customer.put<Problem>(profile, { email, password, firstName: "Changed" });
        expect(refused).toMatchObject({ status: 400, body: { data: { params: { password: message } } } });
      }
      const { password: _, ...unchanged } = user;
      expect(await saved()).toEqual(unchanged);
      expect(await emailsTo(email)).toEqual([]);
    });

    test("UA12: a taken email is refused by name as at registration, and changes nothing", async () => {
      const other = await shop.client().register();
      email = other.email.toUpperCase();
      for (const [lang, message] of [
        ["vi", "Email này đã được sử dụng."],
        ["en", "This email is already in use."],
      ] as const) {
        const refused = await customer.put<Problem>(`${profile}?lang=${lang}`, {
          ...{ email, password: user.password, firstName: "Changed" },
        });
        expect(refused).toMatchObject({
          status: 400,
          body: { code: "registration-error-email-exists", data: { params: { email: message } } },
        });
      }
      const { password: _, ...unchanged } = user;
      expect(await saved()).toEqual(unchanged);
      expect(await templatesTo(other.email)).toEqual(["welcome"]);
      expect(await emailsTo(email)).toEqual([]);
      const guess = await customer.put<Problem>(profile, { email, password: "not the password" });
      expect(Object.keys(guess.body.data.params ?? {}), "without the password nothing is revealed").toEqual([
        "password",
      ]);
    });

    test("does not become an account's if another one has registered with it meanwhile", async () => {
      await request();
      await shop.client({ address: `10.8.${number}.2` }).register({ email });
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const confirms = (await emailsTo(email)).filter(({ template }) => template === "email_change_confirm");
      const url = new URL(confirms[0]?.values.url ?? "");
      const link = url.pathname + url.search;
      for (const page of [await shop.client().post(link, "", form), await shop.client().get(link)]) {
        expect(page.status).toBe(409);
        expect(page.text).toContain("Một tài khoản khác đã dùng địa chỉ này.");
        expect(page.text).not.toContain("<button");
      }
      expect((await saved())?.email).toBe(user.email);
    });

    test("becomes one account's if two confirm it at the same time; the other one gets a clear error", async () => {
      await request();
      const other = shop.client({ address: `10.8.${number}.2` });
      const { password } = await other.register();
      await other.put(`${profile}?lang=en`, { email, password });
      const links = (await emailsTo(email)).map(({ values }) => new URL(values.url ?? ""));
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const pages = await Promise.all(
        links.map(({ pathname, search }) => shop.client().post(pathname + search, "", form)),
      );
      expect(pages.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = pages.find(({ status }) => status === 409);
      expect(refused?.text).toMatch(/Một tài khoản khác đã dùng địa chỉ này|Another account uses this address/);
      expect(await shop.db.all(sql`select from customer where email = ${email}`)).toHaveLength(1);
    });

    test("can be cancelled; a later request replaces an earlier one, and a new password ends it", async () => {
      await request();
      const first = await linkTo(email);
      await request();
      const second = await linkTo(email);
      expect((await shop.client().get(first)).status).toBe(404);
      const cancelled = await customer.delete<AuthResponse>(`${change}?lang=en`);
      expect(cancelled.body).toMatchObject({
        success: true,
        message: "The email change is cancelled.",
        user: { pending_email: null },
      });
      expect((await shop.client().get(second)).status).toBe(404);
      expect((await shop.client().delete(change)).status).toBe(401);

      await request();
      const third = await linkTo(email);
      const merchant = await merchantOf(shop);
      const put = await merchant.put(`/wp-json/wc/v3/customers/${user.id}`, { password: "another ring of gold" });
      expect(put.status).toBe(200);
      expect((await shop.client().get(third)).status).toBe(404);
    });

    test("UA12: can be confirmed for a day, and is forgotten after it", async () => {
      await request();
      const link = await linkTo(email);
      shop.clock.advance(25 * hourMs);
      expect((await shop.client().get(link)).status).toBe(404);
      await customer.login(user.username, user.password);
      expect(await saved()).toMatchObject({ email: user.email, pending_email: null });
      await shop.runJobs();
      expect(await shop.db.all(sql`select from email_change where customer_id = ${user.id}`)).toEqual([]);
      shop.takeLoggedErrors();
    });

    test("is limited by account, by client and by the new address; other changes of the profile are not", async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 6; turn++) {
        email = `turn-${turn}-${user.email}`;
        statuses.push((await request()).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect((await customer.put(profile, { firstName: "Minh" })).status).toBe(200);
      expect((await customer.put(profile, { email: user.email })).status).toBe(200);

      const target = `target-${user.email}`;
      const tries: number[] = [];
      for (let turn = 0; turn < 6; turn++) {
        const other = shop.client({ address: `10.9.${number}.${turn}` });
        const { password } = await other.register();
        tries.push((await other.put(profile, { email: target, password })).status);
      }
      expect(tries).toEqual([200, 200, 200, 200, 200, 429]);

      const oneAddress = `10.10.${number}.1`;
      const guesses: number[] = [];
      for (let turn = 0; turn < 21; turn++) {
        if (turn % 4 === 0) {
          customer = shop.client({ address: `10.11.${number}.${turn}` });
          user = await customer.register();
        }
        const here = shop.client({ address: oneAddress });
        for (const [name, value] of customer.cookies) here.cookies.set(name, value);
        guesses.push((await here.put(profile, { email: `guess-${turn}-${user.email}` })).status);
      }
      expect(guesses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400));
      expect(guesses[20]).toBe(429);
    });
  });

import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, newStaffEmail, staffMember, staffPassword, StaffVisitor, tokenIn } from "#fixtures/testing/staff.ts";
import { passwordChecks } from "#shop/kernel/observability/metrics.ts";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { openMail } from "#shop/mail/index.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

const hashes = async (): Promise<number> => (await passwordChecks.get()).values[0]?.value ?? 0;

describe("sign-in to the back office of a live shop", () => {
  let shop: TestShop;
  let addresses = 0;
  const browser = () => new StaffVisitor(shop, { address: `10.8.0.${++addresses}` });
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
  });

  /** The emails to an address, the oldest first. */
  const emailsTo = async (email: string) => {
    const rows = await shop.db.all<{ payload: unknown }>(sql`
      select payload from outbox where kind = 'mail' and payload ->> 'to' = ${email}
        and payload ->> 'template' <> 'staff_new_device' order by id`);
    return rows.map(({ payload }) => openMail(shop.shop.config.appSecret, payload));
  };

  test("SI02: a password needs 10 characters, and must be neither common nor the email or name", async () => {
    const email = newStaffEmail();
    const { out } = await command(shop, `staff create --email ${email} --name Chiếc-nhẫn-bạc --role staff`);
    const choose = (password: string) => browser().call<Problem>("POST", "/set-up", { token: tokenIn(out), password });
    for (const password of ["too short", "qwertyuiop", "Password123", email, email.toUpperCase(), "chiếc-nhẫn-bạc"]) {
      const { status, body } = await choose(password);
      expect([status, body.code], password).toEqual([400, "rest_invalid_param"]);
      expect(body.data.params).toHaveProperty("password");
    }
    expect((await choose("một hai ba bốn")).status).toBe(200);
  });

  test("SI02, SI06: without a second factor a new account can set one up, and nothing else", async () => {
    const email = newStaffEmail();
    const { out } = await command(shop, `staff create --email ${email} --name Hương --role owner`);
    const first = browser();
    expect((await first.followLink(tokenIn(out))).body).toEqual({ step: "set_up_second_factor" });
    const session = await first.session();
    expect(session.body).toMatchObject({ step: "set_up_second_factor", permissions: [], demo: false });
    expect(session.body.version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const [method, path] of [
      ["GET", "/sessions"],
      ["GET", "/log"],
      ["POST", "/recovery-codes"],
    ] as const) {
      const { status, body } = await first.call<Problem>(method, path);
      expect([status, body.code, body.data.step]).toEqual([401, "lianne_unauthenticated", "set_up_second_factor"]);
    }
    const before = first.visitor.cookies.get("__Host-lianne_staff");
    expect((await first.call<Problem>("PUT", "/totp", { code: "000000" })).body.code).toBe("lianne_invalid_code");
    const codes = await first.setUpTotp();
    expect(codes).toHaveLength(10);
    expect(first.visitor.cookies.get("__Host-lianne_staff"), "SC01: a new token").not.toBe(before);
    const complete = await first.session();
    expect(complete.body).toMatchObject({ step: "done", staff: { email, role: "owner" } });
    expect(complete.body.permissions).toContain("staff.manage");
    expect((await first.call("GET", "/profile")).body).toMatchObject({ recovery_codes_left: 10 });
    expect((await first.call<Problem>("POST", "/totp")).body.code, "one app at a time").toBe("lianne_invalid_state");
  });

  test("SI02: a code of the app works once, within one step in either direction", async () => {
    const { email, browser: phone } = await staffMember(shop);
    const signIn = async (code: string) => {
      const next = browser();
      expect((await next.signIn(email)).body).toEqual({
        step: "second_factor",
        methods: ["passkey", "totp", "recovery_code"],
      });
      return (await next.call<Problem>("POST", "/session/code", { code })).status;
    };
    expect(await signIn(phone.code()), "the code of the set-up").toBe(401);
    shop.clock.advance(30 * secondMs);
    const late = phone.code();
    shop.clock.advance(30 * secondMs);
    expect(await signIn(late)).toBe(200);
    expect(await signIn(late)).toBe(401);
    const old = phone.code();
    shop.clock.advance(61 * secondMs);
    expect(await signIn(old)).toBe(401);
    expect(await signIn(phone.code())).toBe(200);
  });

  test("SI02: of two requests with the same code at the same time one signs in", async () => {
    const { email, browser: phone } = await staffMember(shop);
    shop.clock.advance(minuteMs);
    const [one, other] = [browser(), browser()];
    await Promise.all([one.signIn(email), other.signIn(email)]);
    const code = phone.code();
    const statuses = await Promise.all([one, other].map((each) => each.call("POST", "/session/code", { code })));
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("SI03: an unknown email, a wrong password and a closed account get one response, after the same work", async () => {
    await staffMember(shop);
    const [open, closed] = [await staffMember(shop, "staff"), await staffMember(shop, "staff")];
    expect((await command(shop, `staff close ${closed.email}`)).exit).toBe(0);
    const tries = [
      [newStaffEmail(), staffPassword],
      [open.email, "wrong password"],
      [closed.email, staffPassword],
      ["", ""],
    ] as const;
    await browser().signIn(newStaffEmail(), "the first check creates the hash that no password matches");
    const responses: unknown[] = [];
    for (const [email, password] of tries) {
      const before = await hashes();
      const response = await browser().call<Problem>("POST", "/session", { email, password });
      expect((await hashes()) - before).toBe(1);
      const { request_id: _id, ...data } = response.body.data;
      responses.push([response.status, { ...response.body, data }, response.header("set-cookie")]);
    }
    expect(responses[0]).toMatchObject([401, { code: "lianne_invalid_credentials" }, undefined]);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  test("SI04: after 5 wrong passwords or codes each further attempt waits 1, 2, 4, 8, 15 minutes", async () => {
    const { email, browser: phone } = await staffMember(shop);
    for (const subject of [email, newStaffEmail()]) {
      const attempt = (password = "wrong password") =>
        browser().call<Problem>("POST", "/session", { email: subject, password });
      for (let wrong = 0; wrong < 5; wrong++) expect((await attempt()).status).toBe(401);
      for (const minutes of [1, 2, 4, 8, 15, 15]) {
        const locked = await attempt(staffPassword);
        expect([locked.status, locked.body.code]).toEqual([429, "lianne_locked"]);
        expect(locked.body.data.retry_after).toBe(minutes * 60);
        expect(locked.header("retry-after")).toBe(String(minutes * 60));
        shop.clock.advance(minutes * minuteMs);
        expect((await attempt()).status).toBe(401);
      }
    }
    expect((await emailsTo(email)).map(({ template }) => template)).toEqual(Array(7).fill("staff_locked"));
    shop.clock.advance(31 * minuteMs);
    const next = browser();
    expect((await next.signIn(email)).status).toBe(200);
    expect((await next.call("POST", "/session/code", { code: phone.code() })).status).toBe(200);
  });

  test("SI04: an email that only lower-casing makes equal is not the account's, which it would count apart", async () => {
    const email = newStaffEmail().replace("@", ".k@");
    await command(shop, `staff create --email ${email} --name Hương --role staff`).then(({ out }) =>
      browser().call("POST", "/set-up", { token: tokenIn(out), password: staffPassword }),
    );
    expect((await browser().signIn(email.toUpperCase())).status).toBe(200);
    expect((await browser().signIn(email.replace(".k@", ".\u212a@"))).status).toBe(401);
  });

  test("SI04, SC06: wrong codes count too, and a sign-in ends after five of them", async () => {
    const { email, browser: phone } = await staffMember(shop);
    shop.clock.advance(minuteMs);
    const next = browser();
    await next.signIn(email);
    const enter = (code: string) => next.call<Problem>("POST", "/session/code", { code });
    for (let wrong = 0; wrong < 4; wrong++) expect((await enter("000000")).body.code).toBe("lianne_invalid_code");
    expect((await enter("abc")).body.code).toBe("lianne_invalid_code");
    expect((await enter(phone.code())).body.code).toBe("lianne_unauthenticated");
    expect((await browser().call<Problem>("POST", "/session", { email, password: staffPassword })).body.code).toBe(
      "lianne_locked",
    );
  });

  test("SI04: wrong passwords and wrong codes count together; the one that locks states the time, and sends one email", async () => {
    const { email, browser: phone } = await staffMember(shop);
    shop.clock.advance(minuteMs);
    const wrongPassword = () => browser().call<Problem>("POST", "/session", { email, password: "wrong password" });
    for (let wrong = 0; wrong < 3; wrong++) {
      const response = await wrongPassword();
      expect([response.status, response.body.data.retry_after]).toEqual([401, undefined]);
    }
    const next = browser();
    expect((await next.signIn(email)).status, "a correct password does not end the count").toBe(200);
    const enter = (code: string) => next.call<Problem>("POST", "/session/code", { code });
    expect((await enter("000000")).body.data.retry_after).toBeUndefined();
    const fifth = await enter("000000");
    expect([fifth.status, fifth.body.code, fifth.body.data.retry_after]).toEqual([401, "lianne_invalid_code", 60]);
    expect(fifth.header("retry-after")).toBe("60");
    for (const locked of [await enter(phone.code()), await wrongPassword()])
      expect([locked.status, locked.body.code]).toEqual([429, "lianne_locked"]);
    expect((await emailsTo(email)).map(({ template }) => template)).toEqual(["staff_locked"]);
    shop.clock.advance(minuteMs);
    const sixth = await wrongPassword();
    expect([sixth.status, sixth.body.data.retry_after]).toEqual([401, 120]);
    expect((await emailsTo(email)).map(({ template }) => template)).toEqual(["staff_locked", "staff_locked"]);
    shop.clock.advance(2 * minuteMs);
    expect((await enter(phone.code())).status).toBe(200);
  });

  test("SI04: five failures lock within 15 minutes, not over a longer time", async () => {
    const email = newStaffEmail();
    const attempt = async () =>
      (await browser().call<Problem>("POST", "/session", { email, password: "wrong password" })).body.data.retry_after;
    for (let wrong = 0; wrong < 8; wrong++) {
      expect(await attempt()).toBeUndefined();
      shop.clock.advance(4 * minuteMs);
    }
    expect([await attempt(), await attempt()]).toEqual([undefined, 60]);
  });

  test("SI04: passwords and codes from one address are 30 attempts together", async () => {
    const { email } = await staffMember(shop);
    const eager = browser();
    await eager.signIn(email);
    const wrongCode = () => eager.call<Problem>("POST", "/session/code", { code: "000000" });
    for (let sent = 0; sent < 4; sent++) expect((await wrongCode()).status).toBe(401);
    const attempt = () =>
      eager.call<Problem>("POST", "/session", { email: newStaffEmail(), password: "wrong password" });
    for (let sent = 0; sent < 25; sent++) expect((await attempt()).status).toBe(401);
    for (const limited of [await attempt(), await wrongCode()]) {
      expect(limited.status).toBe(429);
      expect(Number(limited.header("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("SI04: 30 attempts from one address in 15 minutes", async () => {
    const eager = browser();
    const attempt = () =>
      eager.call<Problem>("POST", "/session", { email: newStaffEmail(), password: "wrong password" });
    for (let sent = 0; sent < 30; sent++) expect((await attempt()).status).toBe(401);
    const limited = await attempt();
    expect(limited.status).toBe(429);
    expect(Number(limited.header("retry-after"))).toBeGreaterThan(0);
  });

  test("SI05: a recovery code works once, sends an email, and new codes invalidate the old ones", async () => {
    const { email, browser: phone, codes } = await staffMember(shop);
    const [first = "", second = "", third = ""] = codes;
    const use = async (recovery_code: string) => {
      const next = browser();
      await next.signIn(email);
      return next.call<{ codes_left: number }>("POST", "/session/code", { recovery_code });
    };
    expect((await use(first.toUpperCase().replaceAll("-", " "))).body).toEqual({ step: "done", codes_left: 9 });
    expect((await use(first)).status).toBe(401);
    expect((await use(second)).body.codes_left).toBe(8);
    const emails = await emailsTo(email);
    const used = emails.filter(({ template }) => template === "staff_recovery_code");
    expect(used.map(({ template, values }) => [template, values.left])).toEqual([
      ["staff_recovery_code", "9"],
      ["staff_recovery_code", "8"],
    ]);
    const renewed = await phone.call<{ codes: string[] }>("POST", "/recovery-codes");
    expect(renewed.body.codes).toHaveLength(10);
    expect((await use(third)).status).toBe(401);
    expect((await use(renewed.body.codes[0] ?? "")).status).toBe(200);
    const stored = await shop.db.all(sql`select encode(code_hash, 'escape') hash from staff_recovery_code`);
    expect(JSON.stringify(stored)).not.toContain(third);
  });

  test("SC01: the cookie is for this host only, by https only, and not readable by scripts", async () => {
    const { email } = await staffMember(shop);
    const cookieOf = async (remember: boolean) =>
      (await browser().call("POST", "/session", { email, password: staffPassword, remember })).header("set-cookie") ??
      "";
    const cookie = await cookieOf(false);
    expect(cookie).toMatch(/^__Host-lianne_staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(await cookieOf(true)).toContain("Max-Age=2592000");
    const stored = await shop.db.all(sql`select encode(token_hash, 'base64') hash from staff_session`);
    expect(JSON.stringify(stored)).not.toContain(/=([\w-]+)/.exec(cookie)?.[1]);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import type { LogEntry, StaffEntry, StaffSessionEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import {
  liveEnv,
  newStaffEmail,
  staffMember,
  staffPassword,
  StaffVisitor,
  type TestStaff,
  tokenIn,
} from "#fixtures/testing/staff.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { openMail } from "#shop/mail/index.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

describe("management of staff accounts", () => {
  let shop: TestShop;
  let owner: TestStaff;
  let addresses = 0;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
  });
  /** A new owner for each test: the limits count by account. */
  const newOwner = async () => {
    owner = await staffMember(shop);
    return owner.browser;
  };
  const browser = () => new StaffVisitor(shop, { address: `10.7.0.${++addresses}` });
  const idOf = async ({ browser: own }: TestStaff) => (await own.session()).body.staff.id;

  const lastEmailTo = async (email: string) => {
    const row = await shop.db.one<{ payload: unknown }>(sql`
      select payload from outbox where kind = 'mail' and payload ->> 'to' = ${email} order by id desc limit 1`);
    return row && openMail(shop.shop.config.appSecret, row.payload);
  };
  const linkTo = async (email: string) => tokenIn((await lastEmailTo(email))?.values.url ?? "");

  test("SI09: an invitation is an email with a link that works once and for 72 hours, and can be revoked", async () => {
    const own = await newOwner();
    const email = newStaffEmail("packer");
    const invite = (other = email) =>
      own.call<StaffEntry & Problem>("POST", "/staff", { email: other, name: "Lan", role: "packer" });
    const { status, body } = await invite();
    expect([status, body]).toMatchObject([201, { email, role: "packer", state: "pending" }]);
    expect((await lastEmailTo(email))?.template).toBe("staff_invitation");
    expect(JSON.stringify(await shop.db.all(sql`select payload from outbox`))).not.toContain(await linkTo(email));
    const taken = await invite(email.toUpperCase());
    expect([taken.status, taken.body.data.params]).toEqual([400, { email: "Email này đã có tài khoản." }]);

    const first = await linkTo(email);
    expect((await own.call("POST", `/invitations/${body.id}/resend`)).status).toBe(200);
    expect((await browser().followLink(first)).status, "replaced").toBe(410);
    shop.clock.advance(3 * dayMs);
    expect((await browser().followLink(await linkTo(email))).status, "expired").toBe(410);

    const again = await newOwner();
    await again.call("POST", `/invitations/${body.id}/resend`);
    const invited = browser();
    expect((await invited.followLink(await linkTo(email))).body.step).toBe("set_up_second_factor");
    expect((await browser().followLink(await linkTo(email))).status, "used").toBe(410);
    expect((await again.call("POST", `/invitations/${body.id}/resend`)).status, "not pending").toBe(404);
    expect((await again.call("DELETE", `/invitations/${body.id}`)).status, "not pending").toBe(404);

    const other = newStaffEmail();
    const { id } = (await again.call<StaffEntry>("POST", "/staff", { email: other, name: "B", role: "staff" })).body;
    expect((await again.call("DELETE", `/invitations/${id}`)).status).toBe(200);
    expect((await browser().followLink(await linkTo(other))).status).toBe(410);
    expect((await again.call<StaffEntry[]>("GET", "/staff")).body.map((one) => one.email)).not.toContain(other);
  });

  test("SC06: an owner sends 10 invitations and resets an hour", async () => {
    const own = await newOwner();
    const invite = () => own.call("POST", "/staff", { email: newStaffEmail(), name: "Lan", role: "staff" });
    for (let sent = 0; sent < 10; sent++) expect((await invite()).status).toBe(201);
    expect((await invite()).status).toBe(429);
  });

  test("SI11, SC07, SC10: another role, a close and a reset end the sessions of the account", async () => {
    const own = await newOwner();
    const member = await staffMember(shop, "staff");
    const id = await idOf(member);
    const changed = await own.call<StaffEntry>("PUT", `/staff/${id}`, { role: "packer", name: "Mai" });
    expect(changed.body).toMatchObject({ role: "packer", name: "Mai" });
    expect((await member.browser.session()).status).toBe(401);

    const other = await staffMember(shop, "staff");
    const otherId = await idOf(other);
    const sessions = await own.call<StaffSessionEntry[]>("GET", `/staff/${otherId}/sessions`);
    expect(sessions.body).toMatchObject([{ current: false, user_agent: "Test 1.0" }]);
    expect((await own.call("DELETE", `/staff/${otherId}/sessions`)).status).toBe(200);
    expect((await other.browser.session()).status).toBe(401);

    const log = await own.call<LogEntry[]>("GET", `/log?entity=staff:${otherId}`);
    expect(log.body[0], "SC07").toMatchObject({
      operation: "done",
      action: "DELETE lianne-admin/v1/staff/{id}/sessions",
    });

    expect((await own.call<StaffEntry>("DELETE", `/staff/${id}`)).body.state).toBe("closed");
    expect((await own.call("POST", `/staff/${id}/reset`)).status, "closed").toBe(404);
    expect((await own.call<StaffEntry>("PUT", `/staff/${id}`, { closed: false })).body.state).toBe("active");
    expect((await own.call("POST", `/staff/${id}/reset`)).status).toBe(200);
    expect((await browser().signIn(member.email)).status).toBe(401);
    expect((await browser().followLink(await linkTo(member.email))).body.step).toBe("set_up_second_factor");
    expect((await own.call("PUT", "/staff/99999999", { name: "X" })).status).toBe(404);
    const roles = await own.call<{ role: string }[]>("GET", "/roles");
    expect(roles.body.map(({ role }) => role)).toEqual(["owner", "staff", "packer", "accountant"]);
  });

  test("SI14: the last owner can be neither closed nor lose the role", async () => {
    const alone = await openShop(engine, { seed: false, env: liveEnv });
    const last = await staffMember(alone);
    const id = await idOf(last);
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PUT", { role: "staff" }],
    ] as const) {
      const response = await last.browser.call<Problem>(method, `/staff/${id}`, body);
      expect([response.status, response.body.code]).toEqual([409, "lianne_last_owner"]);
      expect(response.body.message).toBe("Cửa hàng phải có ít nhất một chủ");
    }
    await staffMember(alone);
    expect((await last.browser.call("PUT", `/staff/${id}`, { role: "staff" })).status).toBe(200);
    await alone.close();
  });

  test("SI13: after 10 minutes such actions require password and code again", async () => {
    const own = await newOwner();
    shop.clock.advance(10 * minuteMs);
    expect((await own.session()).body.reauthenticated_until).toBeNull();
    const invite = () => own.call<Problem>("POST", "/staff", { email: newStaffEmail(), name: "Lan", role: "staff" });
    const refused = await invite();
    expect([refused.status, refused.body.code]).toEqual([403, "lianne_reauthentication_required"]);
    expect(refused.body.data.methods).toEqual(["passkey", "password"]);
    for (const [method, path, body] of [
      ["PUT", "/profile/password", { password: "một hai ba bốn" }],
      ["DELETE", "/totp", undefined],
      ["POST", "/totp", undefined],
      ["PUT", "/totp", { code: "000000" }],
      ["POST", "/passkeys/options", undefined],
      ["POST", "/passkeys", { name: "Điện thoại", credential: {} }],
      ["POST", "/recovery-codes", undefined],
    ] as const)
      expect((await own.call<Problem>(method, path, body)).body.code, path).toBe("lianne_reauthentication_required");

    const again = (password: string, code?: string) =>
      own.call<{ reauthenticated_until: string; nonce: string }>("POST", "/session/reauthenticate", { password, code });
    expect((await again("wrong password", own.code())).status).toBe(401);
    expect((await again(staffPassword)).status).toBe(401);
    expect((await again(staffPassword, "000000")).status).toBe(401);
    const before = own.visitor.cookies.get("__Host-lianne_staff");
    const { status, body } = await again(staffPassword, own.code());
    expect(status).toBe(200);
    const remaining = new Date(body.reauthenticated_until).getTime() - shop.clock.now().getTime();
    expect(remaining).toBeLessThanOrEqual(10 * minuteMs);
    expect(remaining).toBeGreaterThan(9 * minuteMs);
    expect(own.visitor.cookies.get("__Host-lianne_staff"), "SC01: a new token").not.toBe(before);
    own.nonce = body.nonce;
    expect((await invite()).status).toBe(201);
    expect((await own.call<Problem>("DELETE", "/totp")).body.code, "the last factor").toBe("lianne_invalid_state");
  });

  test("SC06: 10 re-authentications in 15 minutes, and wrong ones lock the account", async () => {
    const own = await newOwner();
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent++)
      statuses.push((await own.call("POST", "/session/reauthenticate", { password: "wrong" })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("SI11: a new own password ends all other sessions, and the rules of SI02 apply", async () => {
    const own = await newOwner();
    const other = browser();
    shop.clock.advance(minuteMs);
    await other.signIn(owner.email);
    await other.call("POST", "/session/code", { code: own.code() });
    await other.session();
    const common = await own.call<Problem>("PUT", "/profile/password", { password: "password123" });
    expect(common.status).toBe(400);
    expect((await own.call("PUT", "/profile/password", { password: "một hai ba bốn" })).status).toBe(200);
    expect([(await own.session()).status, (await other.session()).status]).toEqual([200, 401]);
    expect((await browser().signIn(owner.email)).status).toBe(401);
    expect((await browser().signIn(owner.email, "một hai ba bốn")).status).toBe(200);
  });

  test("a forgotten password: one response for every email, and a link for an hour that needs the second factor", async () => {
    await newOwner();
    const forget = (email: string) => browser().call("POST", "/password-forgotten", { email });
    expect((await forget(newStaffEmail())).body).toEqual({ ok: true });
    expect((await forget(owner.email.toUpperCase())).body).toEqual({ ok: true });
    expect((await lastEmailTo(owner.email))?.template).toBe("staff_password_reset");
    const link = await linkTo(owner.email);
    const next = browser();
    expect((await next.followLink(link)).body.step).toBe("second_factor");
    expect((await next.session()).status).toBe(401);
    await forget(owner.email);
    shop.clock.advance(hourMs);
    expect((await browser().followLink(await linkTo(owner.email))).status).toBe(410);
  });

  test("SI12: a browser that the account has not used in 90 days sends an email, whose link ends all sessions", async () => {
    const own = await newOwner();
    expect(await lastEmailTo(owner.email), "the first browser").toMatchObject({ template: "staff_new_device" });
    const signIn = async (by: StaffVisitor) => {
      shop.clock.advance(minuteMs);
      await by.signIn(owner.email);
      expect((await by.call("POST", "/session/code", { code: own.code() })).status).toBe(200);
      await by.session();
    };
    const sent = async () =>
      (await shop.db.all(sql`select from outbox where kind = 'mail' and payload ->> 'to' = ${owner.email}`)).length;
    const tablet = browser();
    await signIn(tablet);
    expect(await lastEmailTo(owner.email)).toMatchObject({
      template: "staff_new_device",
      values: { device: "Test 1.0" },
    });
    await signIn(tablet);
    await signIn(own);
    expect(await sent(), "both are known").toBe(2);
    shop.clock.advance(90 * dayMs);
    await shop.runJobs();
    await signIn(tablet);
    expect(await sent(), "not used for 90 days").toBe(3);

    const link = await linkTo(owner.email);
    const opened = await browser().call("POST", "/set-up/link", { token: link });
    expect(opened.body).toMatchObject({ kind: "secure", email: owner.email });
    expect((await tablet.session()).status).toBe(401);
    expect((await browser().signIn(owner.email)).status, "the password is removed").toBe(401);
    expect((await browser().followLink(link)).body.step).toBe("second_factor");
  });
});

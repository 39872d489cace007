import { beforeAll, describe, expect, test } from "vitest";
import type { PasskeyEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { SoftwareAuthenticator } from "#fixtures/testing/software-authenticator.ts";
import { liveEnv, newStaffEmail, staffMember, StaffVisitor, tokenIn } from "#fixtures/testing/staff.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

interface Options {
  challenge: string;
}

describe("passkeys", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
  });

  const authenticator = () => new SoftwareAuthenticator("https://shop.example");
  const options = async (browser: StaffVisitor) =>
    (await browser.call<Options>("POST", "/session/passkey/options")).body;
  const creation = async (browser: StaffVisitor) => (await browser.call<Options>("POST", "/passkeys/options")).body;
  const add = async (browser: StaffVisitor, device: SoftwareAuthenticator, name = "Phone") =>
    browser.call<{ codes: string[] } & Problem>("POST", "/passkeys", {
      name,
      response: device.create(await creation(browser)),
    });
  const send = (browser: StaffVisitor, response: unknown) =>
    browser.call<{ step: string } & Problem>("POST", "/session/passkey", { response });
  const signIn = async (device: SoftwareAuthenticator, browser = new StaffVisitor(shop)) =>
    send(browser, device.get(await options(browser)));
  const invalid = { status: 401, body: { code: "lianne_invalid_passkey" } };

  test("SI01, SI06: a passkey completes the set-up of an account, and signs in without anything typed", async () => {
    const { out } = await command(shop, `staff create --email ${newStaffEmail()} --name Lan --role packer`);
    const [browser, device] = [new StaffVisitor(shop), authenticator()];
    expect((await browser.followLink(tokenIn(out))).body.step).toBe("set_up_second_factor");
    expect((await add(browser, device)).body.codes).toHaveLength(10);
    expect((await browser.session()).body.step).toBe("done");

    const next = new StaffVisitor(shop);
    expect((await signIn(device, next)).body).toEqual({ step: "done" });
    expect((await next.session()).body.staff.role).toBe("packer");
    const [listed] = (await next.call<PasskeyEntry[]>("GET", "/passkeys")).body;
    expect(listed).toMatchObject({ name: "Phone", last_used_at: expect.any(String) });
    const removed = await next.call<Problem>("DELETE", `/passkeys/${listed?.id}`);
    expect([removed.status, removed.body.code]).toEqual([409, "lianne_invalid_state"]);
    expect((await add(next, authenticator(), "Tablet")).body.codes).toEqual([]);
    expect((await next.call("DELETE", `/passkeys/${listed?.id}`)).status).toBe(200);
    expect(await signIn(device)).toMatchObject(invalid);
  });

  test("SC09: a challenge is for one browser, once, for 5 minutes", async () => {
    const { browser } = await staffMember(shop);
    const device = authenticator();
    await add(browser, device);
    const [one, other] = [new StaffVisitor(shop), new StaffVisitor(shop)];
    const response = device.get(await options(one));
    await options(other);
    expect(await send(other, response), "of another browser").toMatchObject(invalid);
    expect((await send(one, response)).status).toBe(200);
    expect(await send(one, response), "used").toMatchObject(invalid);
    const late = device.get(await options(one));
    shop.clock.advance(5 * minuteMs);
    expect(await send(one, late), "expired").toMatchObject(invalid);
    const created = device.create(await creation(browser));
    const stranger = await staffMember(shop);
    const elsewhere = await stranger.browser.call("POST", "/passkeys", { name: "Phone", response: created });
    expect(elsewhere, "of another session").toMatchObject(invalid);
    await shop.runJobs();
  });

  test("SC09: user verification, origin, host and signature are checked", async () => {
    const { browser } = await staffMember(shop);
    const [device, careless, foreign, copy] = [authenticator(), authenticator(), authenticator(), authenticator()];
    careless.verifiesUser = false;
    foreign.origin = "https://evil.example";
    for (const rejected of [careless, foreign]) expect(await add(browser, rejected)).toMatchObject(invalid);
    expect(await creation(browser)).toMatchObject({
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(await options(browser)).toMatchObject({ userVerification: "required" });
    expect((await add(browser, device)).status).toBe(200);
    expect(await add(browser, device), "added twice").toMatchObject(invalid);
    expect(await signIn(copy), "unknown").toMatchObject(invalid);
    device.id.copy(copy.id);
    expect(await signIn(copy), "another key").toMatchObject(invalid);
    device.verifiesUser = false;
    expect(await signIn(device)).toMatchObject(invalid);
    device.verifiesUser = true;
    device.origin = "https://evil.example";
    expect(await signIn(device)).toMatchObject(invalid);
    device.origin = "https://shop.example";
    expect((await signIn(device)).status).toBe(200);
  });

  test("SI13, SI10: a passkey of the account authenticates again, in the same session, also while passwords are locked", async () => {
    const { browser, email } = await staffMember(shop);
    const device = authenticator();
    await add(browser, device);
    const [own, stranger] = [new StaffVisitor(shop), authenticator()];
    await send(own, device.get(await options(own)));
    await own.session();
    const other = await staffMember(shop);
    await add(other.browser, stranger);
    shop.clock.advance(10 * minuteMs);
    expect((await own.session()).body.reauthenticated_until).toBeNull();
    const again = (response: unknown) =>
      own.call<{ nonce: string } & Problem>("POST", "/session/reauthenticate", { response });
    expect(await again(stranger.get(await options(own))), "of another account").toMatchObject(invalid);
    const late = device.get(await options(own));
    shop.clock.advance(5 * minuteMs);
    expect(await again(late), "expired").toMatchObject(invalid);
    const guess = new StaffVisitor(shop, { address: "10.6.0.2" });
    for (let wrong = 0; wrong < 6; wrong++) await guess.signIn(email, "wrong password");
    const [{ body: before }, cookie] = [await own.session(), own.visitor.cookies.get("__Host-lianne_staff")];
    const signed = device.get(await options(own));
    const { status, body } = await again(signed);
    expect([status, body.nonce === before.nonce]).toEqual([200, false]);
    expect(own.visitor.cookies.get("__Host-lianne_staff"), "SC01: a new token").not.toBe(cookie);
    expect((await own.session()).body).toMatchObject({
      staff: { id: before.staff.id },
      reauthenticated_until: expect.any(String),
    });
    expect(await again(signed), "used").toMatchObject(invalid);
    for (const neither of [{}, { password: "x", response: signed }])
      expect((await own.call("POST", "/session/reauthenticate", neither)).status).toBe(400);
    await shop.runJobs();
  });

  test("SC09: a counter that decreases revokes the passkey and notifies its holder", async () => {
    const { browser, email } = await staffMember(shop);
    const device = authenticator();
    device.counter = 5;
    await add(browser, device);
    device.counter = 6;
    expect((await signIn(device)).status).toBe(200);
    expect(await signIn(device), "the same counter").toMatchObject(invalid);
    device.counter = 7;
    expect(await signIn(device), "revoked").toMatchObject(invalid);
    const emails = await shop.db.all<{ template: string }>(sql`
      select payload ->> 'template' template from outbox where kind = 'mail' and payload ->> 'to' = ${email} order by id`);
    expect(emails.map(({ template }) => template)).toContain("staff_passkey_revoked");
  });

  test("SI08: a reset of an account removes its passkeys", async () => {
    const { browser, email } = await staffMember(shop, "staff");
    const device = authenticator();
    await add(browser, device);
    await command(shop, `staff reset ${email}`);
    expect(await signIn(device)).toMatchObject(invalid);
  });

  test("SI04: wrong passwords lock no passkey; a closed account signs in with none", async () => {
    const { browser, email } = await staffMember(shop, "staff");
    const device = authenticator();
    await add(browser, device);
    const guess = new StaffVisitor(shop, { address: "10.6.0.1" });
    for (let wrong = 0; wrong < 6; wrong++) await guess.signIn(email, "wrong password");
    expect((await signIn(device)).status).toBe(200);
    await command(shop, `staff close ${email}`);
    expect(await signIn(device)).toMatchObject(invalid);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import type { LogActor, LogEntry, StaffEntry, StaffProfile, StaffSessionEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, newStaffEmail, staffMember, StaffVisitor, type TestStaff, tokenIn } from "#fixtures/testing/staff.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";

describe.each(engines)("staff accounts, on $name", (engine) => {
  let shop: TestShop;
  let owner: TestStaff;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
    owner = await staffMember(shop);
  });

  /** Signs in on another device. */
  const secondBrowser = async ({ email, browser: phone }: TestStaff): Promise<StaffVisitor> => {
    const other = new StaffVisitor(shop, { address: "203.0.113.77", headers: { "user-agent": "Tablet" } });
    shop.clock.advance(minuteMs);
    await other.signIn(email);
    expect((await other.call("POST", "/session/code", { code: phone.code() })).status).toBe(200);
    await other.session();
    return other;
  };

  test("SI11, SC07: the own sessions are listed without the whole address, and end one by one or together", async () => {
    const member = await staffMember(shop, "packer");
    const { browser } = member;
    const [tablet, laptop] = [await secondBrowser(member), await secondBrowser(member)];
    const list = async () => (await browser.call<StaffSessionEntry[]>("GET", "/sessions")).body;
    const sessions = await list();
    expect(sessions.map(({ user_agent, current }) => [user_agent, current]).sort()).toEqual([
      ["Tablet", false],
      ["Tablet", false],
      ["Test 1.0", true],
    ]);
    expect(sessions.filter(({ address }) => address === "203.0.…")).toHaveLength(2);
    const other = sessions.find(({ current }) => !current)?.id ?? 0;
    expect((await owner.browser.call("DELETE", `/sessions/${other}`)).status, "of another account").toBe(404);
    expect((await browser.call("DELETE", `/sessions/${other}`)).status).toBe(200);
    expect(await list()).toHaveLength(2);
    expect((await browser.call("DELETE", "/sessions?others=true")).status).toBe(200);
    expect((await list()).map(({ current }) => current)).toEqual([true]);
    for (const ended of [tablet, laptop]) expect((await ended.session()).status).toBe(401);
    expect((await browser.call("DELETE", "/session")).status).toBe(200);
    expect(browser.visitor.cookies.has("__Host-lianne_staff")).toBe(false);
    const log = await owner.browser.call<LogEntry[]>("GET", "/log?entity=staff&per_page=3");
    const actions = ["session", "sessions", "sessions/{id}"].map((path) => `DELETE lianne-admin/v1/${path}`);
    expect(log.body.map(({ action }) => action)).toEqual(actions);
  });

  test("the own name and language are changed by the profile", async () => {
    const { browser } = await staffMember(shop, "accountant");
    const changed = await browser.call<StaffProfile>("PUT", "/profile", { name: "Lan", language: "en" });
    expect(changed.body).toMatchObject({ name: "Lan", language: "en", role: "accountant" });
    expect((await browser.session()).body.staff).toMatchObject({ name: "Lan", language: "en" });
    expect((await browser.call<Problem>("PUT", "/profile", { name: "" })).body.data.params).toHaveProperty("name");
  });

  test("SI08: commands create, list, reset, close and reopen accounts, and are in the audit log", async () => {
    const email = newStaffEmail("accountant");
    const run = (line: string) => command(shop, line);
    const created = await run(`staff create --email ${email} --name Lan --role accountant`);
    expect(created.out).toContain(`https://shop.example/admin/set-up#`);
    expect((await run(`staff create --email ${email.toUpperCase()} --name Lan --role staff`)).err).toContain("already");
    expect((await run("staff create --email wrong --name Lan --role staff")).exit).toBe(1);
    expect((await run(`staff create --email ${email} --name Lan --role boss`)).err).toContain("Allowed choices");
    const entry = async () =>
      (JSON.parse((await run("staff list --json")).out) as StaffEntry[]).find((one) => one.email === email);
    expect(await entry()).toMatchObject({ role: "accountant", state: "pending", second_factor: false });

    const browser = new StaffVisitor(shop);
    await browser.followLink(tokenIn(created.out));
    await browser.setUpTotp();
    expect(await entry()).toMatchObject({ state: "active", second_factor: true });
    expect((await run("staff list")).out).toContain(email);
    expect((await run("staff roles")).out).toContain("packer: today.view, pack, stock.view, stock.edit, log.view");

    const reset = await run(`staff reset ${email}`);
    expect((await browser.session()).status, "the session has ended").toBe(401);
    expect((await browser.signIn(email)).status, "the password is removed").toBe(401);
    expect((await browser.followLink(tokenIn(reset.out))).body.step).toBe("set_up_second_factor");
    expect((await browser.followLink(tokenIn(reset.out))).status, "the link works once").toBe(410);
    await browser.signIn(email);
    await browser.setUpTotp();

    expect((await run(`staff close ${email}`)).exit).toBe(0);
    expect((await browser.session()).status, "SC10: with the next request").toBe(401);
    expect((await run(`staff reset ${email}`)).err).toContain("is closed");
    expect((await entry())?.state).toBe("closed");
    expect((await run(`staff reopen ${email}`)).exit).toBe(0);
    expect((await browser.signIn(email)).status).toBe(200);
    expect((await run("staff close nobody@example.com")).err).toContain("There is no staff member");
    const { out } = await run("audit list --limit 1000");
    for (const action of ["staff create", "staff reset", "staff close", "staff reopen"]) expect(out).toContain(action);
    expect(out).not.toContain(email);
  });

  test("SI08: a link expires after 24 hours", async () => {
    const { out } = await command(shop, `staff create --email ${newStaffEmail()} --name Lan --role staff`);
    const describeLink = () => new StaffVisitor(shop).call("POST", "/set-up/link", { token: tokenIn(out) });
    expect((await describeLink()).body).toMatchObject({ kind: "set_up", name: "Lan" });
    shop.clock.advance(dayMs);
    expect((await describeLink()).status).toBe(410);
    expect((await new StaffVisitor(shop).followLink(tokenIn(out))).status).toBe(410);
    expect((await new StaffVisitor(shop).followLink("x")).status).toBe(410);
    await shop.runJobs();
  });

  test("SI14: the last owner cannot be closed; of two that are closed at the same time one remains", async () => {
    const alone = await openShop(engine, { seed: false, env: liveEnv });
    const last = await staffMember(alone);
    expect((await command(alone, `staff close ${last.email}`)).err).toContain("at least one owner");
    expect((await last.browser.session()).status).toBe(200);
    const other = await staffMember(alone);
    const exits = await Promise.all([last, other].map(({ email }) => command(alone, `staff close ${email}`)));
    expect(exits.map(({ exit }) => exit).sort()).toEqual([0, 1]);
    await alone.close();
  });

  test("LG01: the log shows actor, record and values, by person, key and command; other roles see their own entries", async () => {
    const member = await staffMember(shop, "staff");
    const { id } = (await member.browser.session()).body.staff;
    await member.browser.call("PUT", "/profile", { name: "Mai", language: "en" });
    const merchant = await merchantOf(shop);
    await merchant.post("/wp-json/wc/v3/products/tags", { name: "Gift" });
    const reader = await secondBrowser(owner);
    const read = async (by: StaffVisitor, query: string) => (await by.call<LogEntry[]>("GET", `/log?${query}`)).body;

    const [changed] = await read(reader, `entity=staff:${id}&actor=staff:${id}`);
    expect(changed).toMatchObject({
      actor: { id: `staff:${id}`, kind: "staff", name: "Mai" },
      address: "127.0.0.1",
      action: "PUT lianne-admin/v1/profile",
      operation: "changed",
      entity: "staff",
      change: { name: true, language: ["vi", "en"] },
    });
    expect(await read(reader, `actor=staff:${id}`), "the sign-in too").toContainEqual(
      expect.objectContaining({ action: "sign-in", operation: "done", entity: "staff" }),
    );
    expect((await read(reader, "entity=tag"))[0]?.actor).toMatchObject({ kind: "key", name: "a test" });
    expect((await read(reader, `actor=command line`))[0]?.actor).toMatchObject({ kind: "command", name: null });

    const actors = await reader.call<LogActor[]>("GET", "/log/actors");
    expect(actors.body).toEqual(
      expect.arrayContaining([
        { id: `staff:${id}`, kind: "staff", name: "Mai" },
        { id: expect.stringMatching(/^key:/), kind: "key", name: "a test" },
        { id: "command line", kind: "command", name: null },
        { id: "job", kind: "job", name: null },
      ]),
    );
    expect((await member.browser.call("GET", "/log/actors")).body).toEqual([
      { id: `staff:${id}`, kind: "staff", name: "Mai" },
    ]);

    const own = await read(member.browser, "per_page=100");
    expect(new Set(own.map(({ actor }) => actor.id))).toEqual(new Set([`staff:${id}`]));
    expect(await read(member.browser, "actor=command line")).toEqual(own.slice(0, 50));

    const first = await reader.call<LogEntry[]>("GET", "/log?per_page=1");
    expect(first.body).toHaveLength(1);
    expect(Number(first.header("x-wp-total"))).toBeGreaterThan(3);
    const [second] = await read(reader, "per_page=1&page=2");
    expect(second?.id).toBeLessThan(first.body[0]?.id ?? 0);
    const at = new Date(first.body[0]?.at ?? "");
    const until = new Date(at.getTime() + 1).toISOString();
    expect((await read(reader, `from=${at.toISOString()}&to=${until}`)).map((entry) => entry.id)).toContain(
      first.body[0]?.id,
    );
    // the key of a gift is made of its name
    expect(await read(reader, `entity=gift:${"a".repeat(200)}`)).toEqual([]);
    const wrong = await reader.call<Problem>("GET", "/log?from=yesterday&entity=%27");
    expect([wrong.status, Object.keys(wrong.body.data.params ?? {}).sort()]).toEqual([400, ["entity", "from"]]);
  });
});

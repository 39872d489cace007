import { describe, expect, test } from "vitest";
import { roles } from "#contract/permissions.ts";
import type { Problem } from "#contract/problem.ts";
import { command } from "#fixtures/testing/command.ts";
import { bothEngines, engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, staffMember, StaffVisitor, tokenIn } from "#fixtures/testing/staff.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { createFirstOwnerLink } from "./first-owner.ts";

const demoEmails = ["chu", "nhanvien", "donggoi", "ketoan"].map((name) => `${name}@lianne.example`);

describe.each(engines)("the first accounts, on $name", (engine) => {
  /** The link of a process that starts now. */
  const linkOf = ({ db, shop, clock }: TestShop) => {
    clock.advance(1);
    return createFirstOwnerLink(db, shop.config, { clock, startedAt: clock.now() });
  };

  test("SI07: a live shop without an owner gets a set-up link, which works once and for 24 hours", async () => {
    const shop = await openShop(engine, { seed: false, env: liveEnv });
    const old = await linkOf(shop);
    expect(old).toMatch(/^https:\/\/shop\.example\/admin\/set-up#[\w-]{43}$/);
    const link = tokenIn((await linkOf(shop)) ?? "");
    const browser = new StaffVisitor(shop);
    expect((await browser.followLink(tokenIn(old ?? ""))).status, "replaced by the next start").toBe(410);
    const email = "owner@example.com";
    const missing = await browser.call<Problem>("POST", "/set-up", { token: link, password: "một hai ba bốn" });
    expect([missing.status, Object.keys(missing.body.data.params ?? {})]).toEqual([400, ["email"]]);
    expect((await browser.followLink(link, { email, name: "Hương" })).body.step).toBe("set_up_second_factor");
    await browser.setUpTotp();
    expect((await browser.session()).body.staff).toMatchObject({ email, name: "Hương", role: "owner" });
    expect((await new StaffVisitor(shop).followLink(link, { email: "b@example.com", name: "B" })).status).toBe(410);
    expect(await linkOf(shop), "there is an owner").toBeNull();
    await shop.close();
  });

  test("SI07: the link expires, and ends when the shop gets an owner in another way", async () => {
    const shop = await openShop(engine, { seed: false, env: liveEnv });
    const own = { email: "owner@example.com", name: "Hương" };
    const expired = tokenIn((await linkOf(shop)) ?? "");
    shop.clock.advance(dayMs);
    expect((await new StaffVisitor(shop).followLink(expired, own)).status).toBe(410);
    const link = tokenIn((await linkOf(shop)) ?? "");
    await staffMember(shop);
    expect((await new StaffVisitor(shop).followLink(link, own)).status).toBe(410);
    await shop.close();
  });

  test("SI15: the demonstration has an account for each role, without a second factor", async () => {
    const shop = await openShop(engine, {});
    for (const [index, role] of roles.entries()) {
      const browser = new StaffVisitor(shop);
      expect((await browser.call("POST", "/demo-session", { role })).body).toEqual({ step: "done" });
      expect((await browser.session()).body).toMatchObject({ demo: true, staff: { role, email: demoEmails[index] } });
      expect((await browser.signIn(demoEmails[index] ?? "", "lianne-demo")).body).toEqual({ step: "done" });
      expect(browser.visitor.cookies.has("lianne_staff"), "over http").toBe(true);
    }
    const removed = await command(shop, "demo remove");
    expect(removed.out).toContain("Its 4 staff accounts are closed.");
    expect((await new StaffVisitor(shop).call("POST", "/demo-session", { role: "owner" })).status).toBe(404);
    expect((await new StaffVisitor(shop).signIn(demoEmails[0] ?? "", "lianne-demo")).status).toBe(401);
    expect((await command(shop, "demo remove")).exit).toBe(1);
    await shop.close();
  });
});

test("SI07: of several processes that start together one prints the link, and a process that starts right afterwards another one", async () => {
  const postgres = bothEngines.find(({ name }) => name === "PostgreSQL");
  if (!postgres) return;
  const shop = await openShop(postgres, { seed: false, env: liveEnv });
  const { db, clock } = shop;
  const start = (startedAt: Date) => createFirstOwnerLink(db, shop.shop.config, { clock, startedAt });
  const startedAt = clock.now();
  // the last one needs longer until it is ready
  const starts = await Promise.all([start(startedAt), start(startedAt)]);
  clock.advance(minuteMs);
  const links = [...starts, await start(startedAt)].filter((link) => link !== null);
  expect(links).toHaveLength(1);
  clock.advance(1);
  const next = await start(clock.now());
  const works = async (link: string) => (await new StaffVisitor(shop).followLink(tokenIn(link))).status;
  expect([await works(links[0] ?? ""), next && (await works(next))], "410: replaced").toEqual([410, 400]);
  await shop.close();
});

test("SI15: a live shop has no demonstration to sign in to", async () => {
  const [engine] = bothEngines;
  if (!engine) throw new Error("no database");
  const shop = await openShop(engine, { env: liveEnv });
  const response = await new StaffVisitor(shop).call("POST", "/demo-session", { role: "owner" });
  expect(response.status).toBe(404);
  await shop.close();
});

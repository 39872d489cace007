import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import type { Role } from "#contract/permissions.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, staffMember, StaffVisitor } from "#fixtures/testing/staff.ts";
import { Visitor } from "#fixtures/testing/visitor.ts";
import { buildShop, type ShopApp } from "#shop/app.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";

describe.each(engines)("two processes on one database, on $name", (engine) => {
  let shop: TestShop;
  let other: ShopApp;
  let owner: StaffVisitor;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
    other = await buildShop({ ...shop.shop, cache: new ResponseCache() });
    await other.http.ready();
    owner = (await staffMember(shop)).browser;
  });
  afterAll(() => other.http.close());

  /** A new account whose browser's requests go to the other process from now on. */
  async function memberThere(role: Role): Promise<{ id: number; browser: StaffVisitor }> {
    const { browser: here, email } = await staffMember(shop, role);
    const browser = new StaffVisitor({ ...shop, client: (options = {}) => new Visitor(other.http, options) });
    for (const [name, value] of here.visitor.cookies) browser.visitor.cookies.set(name, value);
    expect((await browser.session()).status, "the session counts in each process").toBe(200);
    const { body } = await owner.call<StaffEntry[]>("GET", "/staff");
    return { browser, id: body.find((one) => one.email === email)?.id ?? 0 };
  }

  test("SC10: an ended session, a closed account and another role are effective in the other process with the next request", async () => {
    for (const [method, path, change] of [
      ["DELETE", "/sessions", undefined],
      ["DELETE", "", undefined],
      ["PUT", "", { role: "packer" }],
      ["POST", "/reset", undefined],
    ] as const) {
      const { id, browser } = await memberThere("staff");
      expect((await browser.call("GET", "/order-counts")).status).toBe(200);
      expect((await owner.call(method, `/staff/${id}${path}`, change)).status, `${method} ${path}`).toBe(200);
      expect((await browser.call("GET", "/order-counts")).status, `${method} ${path}`).toBe(401);
    }
  });

  test("SC10, RO05: so are the permissions of the own role", async () => {
    const allow = (permissions: string[]) => owner.call("PUT", "/roles/own", { name: "Ca tối", permissions });
    await allow(["orders.view"]);
    const { browser } = await memberThere("own");
    for (const [permissions, status] of [
      [["stock.view"], 403],
      [["orders.view"], 200],
    ] as const) {
      expect((await allow([...permissions])).status).toBe(200);
      expect((await browser.call("GET", "/order-counts")).status, permissions.join()).toBe(status);
    }
  });
});

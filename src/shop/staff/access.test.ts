import { beforeAll, describe, expect, test } from "vitest";
import { bulkPermissions } from "#contract/backoffice/bulk-actions.ts";
import { hasPermission, type Permission, permissions, permissionsOf, type Role, roles } from "#contract/permissions.ts";
import { backOfficeApi, type Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import type { Problem } from "#contract/problem.ts";
import { addressOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { liveEnv, StaffVisitor, staffMember, type TestStaff } from "#fixtures/testing/staff.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

const table = endpoints
  .filter(({ path }) => path.startsWith(backOfficeApi))
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path.slice(backOfficeApi.length)}`, endpoint]);
const behindSession = table.filter(([, { access }]) => access === "staff");
const send = (browser: StaffVisitor, endpoint: Endpoint, headers: Record<string, string | null> = {}) => {
  const { query, body } = sampleOf(endpoint);
  const sent = endpoint.method === "GET" ? undefined : body;
  return browser.request<Problem>(endpoint.method, addressOf(endpoint, query), sent, headers);
};

/** What the body of a sample requires, where that is more than the permission of the endpoint. */
const requiredByBody: Partial<Record<string, Permission>> = { "POST /orders/bulk": bulkPermissions.add_note };

/** Endpoints that end the session with which they are called. */
const endsSession = new Set(["DELETE /session"]);

describe("RO01: the access to every endpoint of the back office", () => {
  let shop: TestShop;
  const members = {} as Record<Role, TestStaff>;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
    for (const role of roles) members[role] = await staffMember(shop, role);
    // a second owner, so that none of the requests concerns the last one
    await staffMember(shop);
  });

  test.each(table)("%s names a permission of the table, or belongs to the sign-in", (_name, { access, permission }) => {
    expect(["staff", "signIn"]).toContain(access);
    if (access === "signIn") expect(permission).toBeUndefined();
    else expect(["any", ...permissions]).toContain(permission);
  });

  test("RO01: owners have every permission; the other roles have those of the table", () => {
    expect(permissionsOf("owner")).toEqual(permissions);
    expect(permissionsOf("packer")).toEqual(["today.view", "pack", "stock.view", "stock.edit", "log.view"]);
    expect(permissionsOf("accountant")).not.toContain("orders.edit");
    expect(permissionsOf("staff")).not.toContain("settings.money");
    for (const role of roles) expect(hasPermission(role, "staff.manage")).toBe(role === "owner");
  });

  describe("without a session of a staff member", () => {
    let before: Record<string, string>;
    let customer: StaffVisitor;
    let expired: StaffVisitor;
    beforeAll(async () => {
      customer = new StaffVisitor(shop);
      await customer.visitor.register();
      const owner = await staffMember(shop);
      expired = owner.browser;
      await shop.db.write(sql`
        update staff_session set expires_at = ${shop.clock.now()}
        where staff_id = (select id from staff where email = ${owner.email}) returning id`);
      before = await rowHashes(shop);
    });

    test.each(behindSession)("%s responds 401", async (_name, endpoint) => {
      const key = await merchantOf(shop);
      for (const browser of [new StaffVisitor(shop), customer, expired]) {
        const { status, body } = await send(browser, endpoint);
        expect([status, body.code]).toEqual([401, "lianne_unauthenticated"]);
      }
      const { query, body } = sampleOf(endpoint);
      for (const caller of [shop.client(), key]) {
        const sent = endpoint.method === "GET" ? undefined : body;
        const response = await caller.call<Problem>(endpoint.method, addressOf(endpoint, query), sent);
        expect([response.status, response.body.code]).toEqual([401, "lianne_unauthenticated"]);
      }
    });

    test("and none of these requests wrote anything but the keys of the test", async () => {
      const now = await rowHashes(shop);
      expect(Object.keys(now).filter((name) => now[name] !== before[name])).toEqual(["merchant_key"]);
    });
  });

  describe.each(roles)("with the role %s", (role) => {
    test.each(behindSession.filter((_, nth) => testAll || roles[nth % roles.length] === role))(
      "%s is allowed or forbidden by the table",
      async (name, endpoint) => {
        const { browser } = endsSession.has(name) ? await staffMember(shop, role) : members[role];
        const needed = [endpoint.permission ?? "any", requiredByBody[name] ?? "any"] as const;
        const missing = needed.find((permission) => permission !== "any" && !hasPermission(role, permission));
        const { status, body } = await send(browser, endpoint);
        if (missing === undefined) {
          expect(status).toBeLessThan(500);
          expect(["lianne_unauthenticated", "lianne_forbidden"]).not.toContain(body?.code);
        } else {
          expect([status, body.code, body.data.permission]).toEqual([403, "lianne_forbidden", missing]);
        }
        await browser.session();
      },
    );
  });

  const writes = table.filter(([, { method }]) => method !== "GET");
  const elsewhere = [null, "https://evil.example", "null", "http://shop.example", "https://app.example"];
  test.each(writes)("SC02: %s requires the back office's own Origin", async (_name, endpoint) => {
    const { browser } = members.owner;
    for (const origin of elsewhere) {
      const { status, body } = await send(browser, endpoint, { origin });
      expect([status, body.code], String(origin)).toEqual([403, "rest_wrong_origin"]);
    }
  });

  const sentByScripts = behindSession.filter(([, { returnsNonce, opensInFrame }]) => !returnsNonce && !opensInFrame);
  test.each(sentByScripts)("SC02: %s requires the nonce of the session", async (_name, endpoint) => {
    for (const nonce of [null, "", "x", members.staff.browser.nonce]) {
      const { status, body } = await send(members.owner.browser, endpoint, { "x-wp-nonce": nonce });
      expect([status, body.code]).toEqual([403, "rest_cookie_invalid_nonce"]);
    }
  });

  test.each(behindSession.filter(([, { opensInFrame }]) => opensInFrame))(
    "SC02: %s opens from pages of the shop's own origin only",
    async (_name, endpoint) => {
      for (const site of ["cross-site", "same-site", null]) {
        const headers = { "x-wp-nonce": null, "sec-fetch-site": site };
        const { status, body } = await send(members.owner.browser, endpoint, headers);
        expect([status, body.code]).toEqual([403, "rest_wrong_origin"]);
      }
    },
  );

  test("SC02: the nonce is not returned to a page of another site, even one of CORS_ORIGINS", async () => {
    const other = await openShop(engine, { seed: false, env: { ...liveEnv, CORS_ORIGINS: "https://app.example" } });
    const { browser } = await staffMember(other);
    const foreign = { origin: "https://app.example", "sec-fetch-site": "same-site" };
    const read = await browser.call<Problem>("GET", "/session", undefined, foreign);
    expect([read.status, read.header("access-control-allow-origin")]).toEqual([403, undefined]);
    const preflight = { ...foreign, "access-control-request-method": "POST" };
    const allowed = await browser.visitor.call("OPTIONS", `${backOfficeApi}/session`, undefined, preflight);
    expect(allowed.header("access-control-allow-origin")).toBeUndefined();
    expect((await browser.call("DELETE", "/session", undefined, foreign)).status).toBe(403);
    await other.close();
  });

  test("SC02: a staff member's cookie gives no access to the storefront", async () => {
    const { browser } = members.owner;
    expect((await browser.request("GET", "/wp-json/custom-auth/v1/personal-data")).status).toBe(401);
  });

  test("SC04: no response of the back office is stored, by a browser or a proxy", async () => {
    for (const [, endpoint] of table) {
      const response = await send(new StaffVisitor(shop), endpoint);
      expect(response.header("cache-control")).toContain("no-store");
      expect(response.header("x-robots-tag")).toBe("noindex");
    }
    expect((await members.owner.browser.session()).header("cache-control")).toContain("no-store");
  });

  test("SI10: a session ends after 12 hours without use, and after 30 days of use", async () => {
    const { browser } = await staffMember(shop);
    for (let hours = 0; hours < 30 * 24 - 11; hours += 11) {
      expect((await browser.session()).status, `after ${hours} hours`).toBe(200);
      shop.clock.advance(11 * hourMs);
    }
    await browser.session();
    shop.clock.advance(11 * hourMs);
    expect((await browser.session()).status).toBe(401);
    const idle = await staffMember(shop);
    shop.clock.advance(12 * hourMs);
    expect((await idle.browser.session()).status).toBe(401);
    await shop.runJobs();
  });
});

test("BACKOFFICE=off: the shop has none of these endpoints", async () => {
  const shop = await openShop(engine, { seed: false, env: { ...liveEnv, BACKOFFICE: "off" } });
  for (const [, endpoint] of table) expect((await send(new StaffVisitor(shop), endpoint)).status).toBe(404);
  await shop.close();
});

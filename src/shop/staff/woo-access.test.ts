import { beforeAll, describe, expect, test } from "vitest";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import { hasPermission, permissions, type Role, roles } from "#contract/permissions.ts";
import type { Endpoint, HttpMethod } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import type { Problem } from "#contract/problem.ts";
import type { OrderNote } from "#contract/woo/order-note.ts";
import { addressOf, methodsOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { liveEnv, staffMember, StaffVisitor, type TestStaff } from "#fixtures/testing/staff.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { storefrontKey } from "#shop/kernel/auth/keys.ts";
import { sql } from "#shop/kernel/db/database.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");
const api = "/wp-json/wc/v3";

/** Every endpoint of wc/v3 that accepts a merchant's key, with each of its methods. */
const table = endpoints
  .filter(({ path, access }) => path.startsWith(api) && access !== "anyone")
  .flatMap((endpoint) =>
    methodsOf(endpoint).map((method): [string, HttpMethod, Endpoint] => [
      `${method} ${endpoint.path.slice(api.length)}`,
      method,
      endpoint,
    ]),
  );

const send = (
  browser: StaffVisitor,
  method: HttpMethod,
  endpoint: Endpoint,
  headers: Record<string, string | null> = {},
) => {
  const { query, body } = sampleOf(endpoint);
  return browser.request<Problem>(method, addressOf(endpoint, query), method === "GET" ? undefined : body, headers);
};

test.each(endpoints.map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]))(
  "RO01: %s names a permission, unless it needs neither a key nor a session of a staff member",
  (_name, { access, permission, fieldPermissions = {} }) => {
    if (["anyone", "customer", "buyer", "signIn"].includes(access)) expect(permission).toBeUndefined();
    else expect(["any", ...permissions]).toContain(permission);
    for (const further of Object.values(fieldPermissions)) expect(permissions).toContain(further);
  },
);

describe("RO01: a staff member's session on wc/v3", () => {
  let shop: TestShop;
  const members = {} as Record<Role, TestStaff>;
  beforeAll(async () => {
    shop = await openShop(engine, { env: liveEnv });
    for (const role of roles) members[role] = await staffMember(shop, role);
  });

  describe("does not count", () => {
    let before: Record<string, string>;
    let customer: StaffVisitor;
    let ended: StaffVisitor;
    beforeAll(async () => {
      customer = new StaffVisitor(shop);
      await customer.visitor.register();
      ended = (await staffMember(shop)).browser;
      const cookie = ended.visitor.cookies.get("__Host-lianne_staff") ?? "";
      await ended.call("DELETE", "/session");
      ended.visitor.cookies.set("__Host-lianne_staff", cookie);
      before = await rowHashes(shop);
    });

    test.each(table)("on %s: none, a customer's, one without the nonce", async (_name, method, endpoint) => {
      for (const [browser, headers] of [
        [new StaffVisitor(shop), { "x-wp-nonce": "x" }],
        [customer, { "x-wp-nonce": "x" }],
        [members.owner.browser, { "x-wp-nonce": null }],
      ] as const) {
        const { status, body } = await send(browser, method, endpoint, headers);
        expect([status, body.code]).toEqual([401, expect.stringMatching(/^woocommerce_rest_cannot_/)]);
      }
    });

    test.each(table)("on %s: an ended one", async (_name, method, endpoint) => {
      const { status, body } = await send(ended, method, endpoint);
      expect([status, body.code]).toEqual([401, "lianne_unauthenticated"]);
    });

    test.each(table)("on %s: one with another nonce, or from another site", async (_name, method, endpoint) => {
      const { browser } = members.owner;
      const wrong = await send(browser, method, endpoint, { "x-wp-nonce": members.staff.browser.nonce });
      expect([wrong.status, wrong.body.code]).toEqual([403, "rest_cookie_invalid_nonce"]);
      if (method === "GET") return;
      for (const origin of [null, "https://evil.example"]) {
        const { status, body } = await send(browser, method, endpoint, { origin });
        expect([status, body.code], String(origin)).toEqual([403, "rest_wrong_origin"]);
      }
    });

    test.each(table.filter(([, , { access }]) => access === "merchant"))(
      "on %s: with the storefront's key, which is then the caller",
      async (_name, method, endpoint) => {
        const { consumerKey, consumerSecret } = storefrontKey(shop.shop.config.appSecret);
        const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;
        const { status, body } = await send(members.owner.browser, method, endpoint, { authorization });
        expect([status, body.code]).toEqual([403, expect.stringMatching(/^woocommerce_rest_cannot_/)]);
      },
    );

    test("and none of these requests wrote anything", async () => {
      expect(await rowHashes(shop)).toEqual(before);
    });
  });

  describe.each(roles)("with the role %s", (role) => {
    test.each(table.filter((_, nth) => testAll || roles[nth % roles.length] === role))(
      "%s is allowed or forbidden by the table",
      async (_name, method, endpoint) => {
        const { status, body } = await send(members[role].browser, method, endpoint);
        const { permission = "any" } = endpoint;
        if (permission === "any" || hasPermission(role, permission)) {
          expect(status).toBeLessThan(500);
          expect([401, 403]).not.toContain(status);
        } else {
          expect([status, body.code, body.data.permission]).toEqual([403, "lianne_forbidden", permission]);
        }
      },
    );
  });

  test("without BACKOFFICE there is no such caller", async () => {
    const off = await openShop(engine, { seed: false, env: { ...liveEnv, BACKOFFICE: "off" } });
    const browser = new StaffVisitor(off);
    browser.visitor.cookies.set("__Host-lianne_staff", "x".repeat(43));
    const { status, body } = await browser.request<Problem>("GET", `${api}/orders`, undefined, { "x-wp-nonce": "x" });
    expect([status, body.code]).toEqual([401, "woocommerce_rest_cannot_view"]);
    await off.close();
  });

  test("SC07: a write is in the audit log with the person, the address and the endpoint, and in the order's history", async () => {
    const { browser } = members.staff;
    const { id } = (await browser.session()).body.staff;
    const order = await submit(await registered());
    const owner = members.owner.browser;
    const noted = await browser.request<OrderNote>("POST", `${api}/orders/${order.body.id}/notes`, { note: "Gọi lại" });
    expect([noted.status, noted.body.author]).toEqual([201, "Hương"]);
    expect((await browser.request("PUT", `${api}/orders/${order.body.id}`, { status: "processing" })).status).toBe(200);
    const { body } = await owner.call<LogEntry[]>("GET", `/log?entity=order:${order.body.id}`);
    expect(body[0]).toMatchObject({
      actor: { id: `staff:${id}`, kind: "staff", name: "Hương" },
      address: "127.0.0.1",
      action: "PUT orders/{id}",
    });
    const events = await shop.db.all<{ actor: string }>(
      sql`select actor from order_event where order_id = ${order.body.id} order by id desc limit 1`,
    );
    expect(events).toEqual([{ actor: `staff:${id}` }]);
  });

  const registered = async () => {
    const customer = shop.client();
    await customer.register();
    return customer;
  };

  test("SC07, OD17: an email that a staff member sends is in the audit log", async () => {
    const { browser } = members.staff;
    const { id } = (await browser.session()).body.staff;
    const order = await submit(await registered());
    const action = `orders/${order.body.id}/actions/send_email`;
    const sent = await browser.request("POST", `${api}/${action}`, { template_id: "customer_invoice" });
    expect(sent.status, sent.text).toBe(200);
    const { body } = await members.owner.browser.call<LogEntry[]>("GET", `/log?entity=order:${order.body.id}`);
    expect(body[0]).toMatchObject({
      ...{ actor: { id: `staff:${id}` }, operation: "exported", action: "POST orders/{id}/actions/send_email" },
    });
  });

  test("GR08: a repeated POST with one Idempotency-Key is processed once", async () => {
    const { browser } = members.owner;
    const headers = { "idempotency-key": aKey() };
    const create = () => browser.request<{ id: number }>("POST", `${api}/products/tags`, { name: "Once" }, headers);
    const [first, ...others] = await Promise.all([create(), create(), create()]);
    expect(first.status).toBe(201);
    for (const { status, body, header } of others)
      expect([status, body, header("location")]).toEqual([201, first.body, first.header("location")]);
    expect(await shop.db.all(sql`select from tag where name ->> 'vi' = 'Once'`)).toHaveLength(1);
  });

  test("a session sees drafts, as a merchant's key does, and its responses are not stored", async () => {
    const { browser } = members.owner;
    await browser.request("PUT", `${api}/products/${hoops.id}`, { status: "draft" });
    const read = await members.packer.browser.request<{ status: string }>("GET", `${api}/products/${hoops.id}`);
    expect([read.status, read.body.status]).toEqual([200, "draft"]);
    expect(read.header("cache-control")).toContain("no-store");
    expect((await shop.client().get(`${api}/products/${hoops.id}`)).status).toBe(404);
    await browser.request("PUT", `${api}/products/${hoops.id}`, { status: "publish" });
  });

  test("fields of a body that need a further permission are rejected, in a batch too", async () => {
    const order = await submit(await registered());
    const { browser } = members.staff;
    const path = `${api}/orders/${order.body.id}`;
    const forbidden = { status: 403, body: { code: "lianne_forbidden", data: { permission: "money.reconcile" } } };
    expect(await browser.request("PUT", path, { set_paid: true })).toMatchObject(forbidden);
    const batch = { update: [{ id: order.body.id, transaction_id: "T1" }] };
    expect(await browser.request("POST", `${api}/orders/batch`, batch)).toMatchObject(forbidden);
    expect(await browser.request("POST", `${api}/customers/batch`, { delete: [1] })).toMatchObject({
      status: 403,
      body: { data: { permission: "customers.erase" } },
    });
    expect((await members.owner.browser.request("PUT", path, { transaction_id: "T1" })).status).toBe(200);
  });

  test("RO04: other roles than owners refund up to the limit of an order; every refund needs a recent authentication", async () => {
    // the tests above have as many cash orders of the usual phone number as are allowed
    const own = aCodOrder();
    const order = await submit(await registered(), { ...own, billing: { ...own.billing, phone: "0912000777" } });
    const path = `${api}/orders/${order.body.id}`;
    const owner = members.owner.browser;
    await owner.request("PUT", path, { status: "completed", set_paid: true });
    await shop.db.write(
      sql`insert into setting (name, value, updated_at) values ('staff_refund_limit', '300000', now()) returning name`,
    );
    const refund = (by: StaffVisitor, amount: string) =>
      by.request<Problem & { refund_request?: object }>("POST", `${path}/refunds`, { amount, api_refund: false });
    const { browser } = await staffMember(shop, "staff");
    expect((await refund(browser, "200000")).status).toBe(201);
    const above = await refund(browser, "100001");
    expect(above.body.refund_request).toMatchObject({ amount: 100_001, state: "open" });
    expect((await refund(browser, "100000")).status).toBe(201);
    const other = await staffMember(shop);
    shop.clock.advance(10 * minuteMs);
    expect((await refund(other.browser, "1000")).body.code).toBe("lianne_reauthentication_required");
    expect((await refund((await staffMember(shop)).browser, "1000")).status).toBe(201);
  });
});

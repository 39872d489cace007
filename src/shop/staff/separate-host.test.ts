import Fastify from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, staffMember, StaffVisitor, type TestStaff } from "#fixtures/testing/staff.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import { requireMatchingHost } from "#shop/kernel/request/back-office-host.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

const backOfficeUrl = "https://quanly.lianne.test";
const host = "quanly.lianne.test";

describe("SC03: a back office with a host of its own", () => {
  let shop: TestShop;
  let owner: TestStaff;
  let onShopHost: StaffVisitor;
  beforeAll(async () => {
    shop = await openShop(engine, { env: { ...liveEnv, BACKOFFICE_URL: backOfficeUrl } });
    owner = await staffMember(shop);
    // the same browser, by the shop's host and with its Origin
    onShopHost = new StaffVisitor(shop, { headers: { host: "shop.lianne.test" } });
    for (const [name, value] of owner.browser.visitor.cookies) onShopHost.visitor.cookies.set(name, value);
    onShopHost.nonce = owner.browser.nonce;
  });

  test("SC03: sessions exist on its host, with its Origin for writes", async () => {
    expect((await owner.browser.call("GET", "/today")).status).toBe(200);
    expect((await owner.browser.request("GET", "/wp-json/wc/v3/orders")).status).toBe(200);
    expect((await owner.browser.call("PUT", "/profile", { name: "Hương" })).status).toBe(200);
    const origin = shop.shop.config.publicUrl;
    const foreign = await owner.browser.call<Problem>("PUT", "/profile", { name: "Mai" }, { origin });
    expect([foreign.status, foreign.body.code]).toEqual([403, "rest_wrong_origin"]);
  });

  test("SC03: the shop's host has no endpoint of the back office, and ignores the session elsewhere", async () => {
    for (const path of ["/today", "/session"]) {
      const { status, body } = await onShopHost.call<Problem>("GET", path);
      expect([status, body.code]).toEqual([404, "rest_no_route"]);
    }
    const orders = await onShopHost.request("GET", "/wp-json/wc/v3/orders");
    expect(orders.status).toBe(401);
  });

  test("SC03: links of invitations and passkeys belong to its host", async () => {
    await owner.browser.call("POST", "/staff", { name: "An", email: "an@example.com", role: "packer" });
    const { body } = await owner.browser.call<{ rp: { id: string } }>("POST", "/passkeys/options");
    expect(body.rp.id).toBe(host);
  });

  test("SC03: its host serves no page of the storefront, and the shop's none of the back office", async () => {
    const config = readConfig({ PUBLIC_URL: "https://lianne.test", BACKOFFICE_URL: `${backOfficeUrl}/` }, () => "x");
    const app = Fastify();
    app.addHook("onRequest", async (request) => requireMatchingHost(request, config));
    app.get("/*", () => "page");
    const statusOf = async (requested: string, url: string): Promise<number> =>
      (await app.inject({ url, headers: { host: requested } })).statusCode;
    for (const url of ["/admin", "/admin/orders", "/wp-json/wc/v3/orders", "/media/a.webp", "/healthz"])
      expect([url, await statusOf(host, url)]).toEqual([url, 200]);
    for (const url of ["/products/a", "/cart", "/administration", "/sw.js"])
      expect([url, await statusOf(host, url)]).toEqual([url, 404]);
    for (const url of ["/", "/products/a", "/wp-json/custom-cart/v1/cart", "/administration"])
      expect([url, await statusOf("lianne.test", url)]).toEqual([url, 200]);
    for (const url of ["/admin", "/admin/", "/admin/sign-in?next=/", "/wp-json/lianne-admin/v1/session"])
      expect([url, await statusOf("lianne.test", url)]).toEqual([url, 404]);
    // as the router reads them
    for (const url of ["/%61dmin", "/admi%6E/orders", "/wp%2Djson/lianne%2Dadmin/v1/session"])
      expect([url, await statusOf("lianne.test", url)]).toEqual([url, 404]);
    expect(await statusOf(host, "/%61dmin/orders")).toBe(200);
    for (const url of ["/%70roducts/a", "/%61dministration"])
      expect([url, await statusOf(host, url)]).toEqual([url, 404]);
    const absolute = { headers: { host: "lianne.test" }, url: "https://lianne.test/admin?next=/" };
    expect(() => requireMatchingHost(absolute, config)).toThrow();
    expect(() => requireMatchingHost({ ...absolute, url: "https://lianne.test/cart" }, config)).not.toThrow();
  });

  test("SC03: an invalid address stops the start and names the variable", () => {
    expect(() => readConfig({ BACKOFFICE_URL: "quanly.lianne.test" }, () => "x")).toThrow("BACKOFFICE_URL");
  });
});

import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { listAudit } from "#shop/kernel/db/audit.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

describe("requests that browsers do not send", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(engine, { env: { SHOP_MODE: "live", PUBLIC_URL: "https://shop.example" } });
  });

  test("a path that cannot be decoded gets the headers of every response, and is not repeated in it", async () => {
    for (const path of ["/%E0%A4%A", "/wp-json/%E0%A4%A", "/%zz<script>"]) {
      const response = await shop.client().get<{ code: string }>(path);
      expect([response.status, response.body.code], path).toEqual([400, "rest_bad_request"]);
      expect(response.header("x-content-type-options"), path).toBe("nosniff");
      expect(response.header("strict-transport-security"), path).toBe("max-age=31536000");
      expect(response.header("content-security-policy"), path).toContain("default-src 'none'");
      expect(response.header("x-request-id"), path).toMatch(/\S/);
      expect(response.text, path).not.toMatch(/E0|%zz|<script/);
    }
  });

  test("a path without a route is not repeated in the response", async () => {
    const response = await shop.client().get<{ code: string }>("/nothing/khach.hang@example.vn");
    expect([response.status, response.body.code]).toEqual([404, "rest_not_found"]);
    expect(response.text).not.toMatch(/nothing|khach/);
  });

  test("TRACE is not implemented, for any path, and nothing of the request is sent back", async () => {
    const { port } = new URL(await shop.http.listen({ port: 0, host: "127.0.0.1" }));
    for (const path of ["/", "/checkout", "/wp-json/custom-cart/v1/view"]) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(`TRACE ${path} HTTP/1.1\r\nHost: shop.example\r\nX-Secret: of-a-proxy\r\nConnection: close\r\n\r\n`);
      const response = await text(socket);
      expect(response, path).toMatch(/^HTTP\/1\.1 501 /);
      expect(response, path).toMatch(/^allow: GET, HEAD, POST/im);
      expect(response, path).not.toContain("of-a-proxy");
    }
    expect(shop.takeLoggedErrors()).toEqual([]);
  });
});

describe("a write without Origin", () => {
  const path = "/wp-json/custom-cart/v1/add";
  const write = (shop: TestShop, headers: Record<string, string>) =>
    shop.client().post<{ code: string }>(path, { product_id: 143 }, headers);
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(engine, { env: { CORS_ORIGINS: "https://app.example" } });
  });

  test.each([
    "https://evil.example/page",
    "https://evil.example/?from=http://localhost:3000/",
    "http://localhost:3000.evil.example/",
    "https://localhost:3000/",
    "about:blank",
    "no address",
  ])("is rejected with the Referer %s", async (referer) => {
    const response = await write(shop, { referer });
    expect([response.status, response.body.code]).toEqual([403, "rest_wrong_origin"]);
    expect((await write(shop, { referer, "sec-fetch-site": "same-origin" })).status).toBe(403);
  });

  test.each(["http://localhost:3000/checkout?a=b", "https://app.example/page", ""])(
    "is accepted with the Referer %s",
    async (referer) => {
      expect((await write(shop, { referer })).status).toBe(200);
    },
  );

  test("is accepted without a Referer, as programs send it", async () => {
    expect((await write(shop, {})).status).toBe(200);
  });
});

test("merchants' writes and orders are accepted from any client address, and recorded with what is an address", async () => {
  const shop = await openShop(engine, { env: { ...httpsEnv, TRUSTED_PROXIES: "127.0.0.1" } });
  const merchant = await merchantOf(shop);
  const product = "/wp-json/wc/v3/products/143";
  for (const [forwarded, address] of [
    ["fe80::1%eth0", "fe80::1"],
    ["2001:db8::7", "2001:db8::7"],
    ["unknown", null],
  ]) {
    const response = await merchant.put(
      product,
      { menu_order: 1 + Math.floor(Math.random() * 1e6) },
      {
        "x-forwarded-for": String(forwarded),
      },
    );
    expect(response.status, String(forwarded)).toBe(200);
    const [entry] = await listAudit(shop.db, { object: "product:143", limit: 1 });
    expect(entry?.address).toBe(address);
  }
});

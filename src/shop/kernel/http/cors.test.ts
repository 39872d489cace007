import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { readConfig } from "#shop/kernel/base/config.ts";

const app = "https://app.example";
const path = "/wp-json/custom-cart/v1/add";
const preflightHeaders = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };

describe("CORS", () => {
  let open: TestShop;
  let closed: TestShop;
  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    open = await openShop(engine, { env: { CORS_ORIGINS: `${app}, https://admin.example:8443` } });
    closed = await openShop(engine);
  });

  test("an allowed origin may send requests and read responses", async () => {
    const preflight = await open.client().call("OPTIONS", path, undefined, { ...preflightHeaders, origin: app });
    expect(preflight.status).toBe(204);
    expect(preflight.header("access-control-allow-origin")).toBe(app);
    expect(preflight.header("access-control-allow-credentials")).toBe("true");
    expect(preflight.header("access-control-allow-methods")).toContain("PUT");
    expect(preflight.header("access-control-allow-headers")).toContain("Idempotency-Key");
    const response = await open.client().post(path, { product_id: 143 }, { origin: app });
    expect(response.status).toBe(200);
    expect(response.header("access-control-allow-origin")).toBe(app);
    expect(response.header("vary")).toContain("origin");
    const refused = await open.client().post(path, {}, { origin: app });
    expect([refused.status, refused.header("access-control-allow-origin")]).toEqual([400, app]);
  });

  test("cached responses vary by origin", async () => {
    const list = "/wp-json/product-category/v1/list/?slug=rings";
    const own = await open.client().get(list);
    expect(own.header("access-control-allow-origin")).toBeUndefined();
    expect(own.header("vary")).toContain("origin");
    expect((await open.client().get(list, { origin: app })).header("access-control-allow-origin")).toBe(app);
  });

  test.each([
    ["another site", "https://evil.example"],
    ["another scheme", "http://app.example"],
    ["another port", "https://app.example:444"],
    ["a longer name", "https://app.example.evil.example"],
    ["a file", "null"],
  ])("rejects %s", async (_case, origin) => {
    for (const shop of [open, closed]) {
      const preflight = await shop.client().call("OPTIONS", path, undefined, { ...preflightHeaders, origin });
      expect(preflight.header("access-control-allow-origin")).toBeUndefined();
      expect(preflight.header("access-control-allow-methods")).toBeUndefined();
      const read = await shop.client().get("/wp-json/custom-cart/v1/view", { origin });
      expect(read.header("access-control-allow-origin")).toBeUndefined();
      const write = await shop.client().post<{ code: string }>(path, { product_id: 143 }, { origin });
      expect([write.status, write.body.code]).toEqual([403, "rest_wrong_origin"]);
    }
  });

  test("no other origin is allowed by default; the shop's own pages always are", async () => {
    expect((await closed.client().post(path, { product_id: 143 }, { origin: app })).status).toBe(403);
    expect((await closed.client().post(path, { product_id: 143 }, { origin: "http://localhost:3000" })).status).toBe(
      200,
    );
    expect((await open.client().post(path, { product_id: 143 }, { origin: "http://localhost:3000" })).status).toBe(200);
  });

  test.each(["*", "app.example", "https://app.example/", "https://app.example/path"])(
    "CORS_ORIGINS rejects %s",
    (CORS_ORIGINS) => {
      expect(() => readConfig({ CORS_ORIGINS }, () => "x".repeat(32))).toThrow(
        /CORS_ORIGINS: must be comma-separated origins/,
      );
    },
  );
});

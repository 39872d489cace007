import { expect, test } from "./kit/test.ts";

test.describe("cached public pages", () => {
  test("are complete for the next visitor, regardless of the first request", async ({ shop, request }) => {
    for (const path of ["/gifts", "/collections", "/product-detail/102/nhan-bac"]) {
      const head = await request.head(`${shop.url}${path}`);
      const got = await request.get(`${shop.url}${path}`);
      expect(got.status(), path).toBe(200);
      expect((await got.text()).length, path).toBeGreaterThan(10_000);
      if (head.url() === got.url()) expect(head.headers().etag, path).toBe(got.headers().etag);
    }
  });

  test("contain nothing of the first request's URL", async ({ shop, request }) => {
    const first = await request.get(`${shop.url}/services?email=somebody%40example.com&utm_source=letter`);
    expect(await first.text()).not.toContain("somebody");
    const next = await request.get(`${shop.url}/services`);
    expect(next.headers().etag).toBe(first.headers().etag);
  });

  test("redirect with the query string of each request", async ({ shop, request }) => {
    for (const own of ["?variation=1&utm_source=a", "?utm_source=b"]) {
      const response = await request.get(`${shop.url}/product-detail/101/old-name${own}`, { maxRedirects: 0 });
      expect(response.status()).toBe(301);
      expect(response.headers().location).toMatch(new RegExp(`^/product-detail/101/[^?]+\\${own}$`));
    }
  });
});

test("an oversized form is rejected with 413", async ({ shop, request }) => {
  const response = await request.post(`${shop.url}/preferences`, {
    form: { back: `/${"x".repeat(100_000)}` },
  });
  expect(response.status()).toBe(413);
});

test("an invalid URL is 404", async ({ shop }) => {
  for (const path of ["//evil.example/gifts", `/${"/".repeat(12_000)}x`, "/gifts/..%2f..%2fx"]) {
    // repeated slashes are redirected to one, on this host
    const response = await fetch(`${shop.url}${path}`);
    expect(response.status, path.slice(0, 40)).toBe(404);
    expect(new URL(response.url).origin).toBe(new URL(shop.url).origin);
  }
});

import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { storefrontKey } from "#shop/kernel/auth/keys.ts";
import { limits } from "#shop/kernel/limits/limits.ts";

const list = "/wp-json/product-category/v1/list/?slug=rings";
const search = "/wp-json/custom-search/v1/products?keyword=nh%E1%BA%ABn";
const product = "/wp-json/wc/v3/products/143";
const origin = "https://app.example";

interface Exchange {
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

interface Exchanged {
  status: string;
  /** sorted, without those that differ between any two responses */
  headers: string[];
  body: string;
}

/** Headers that differ between any two responses: date, request id, remaining seconds of a rate limit. */
const volatile = /^(date|x-request-id|retry-after): /i;
const withoutVolatile = (body: string): string =>
  body.replace(/"request_id":"[^"]*"/, '"request_id":""').replace(/"date":"[^"]*"/, '"date":""');

describe("the fast path and the normal path", () => {
  let shop: TestShop;
  let port: number;
  let authorization: string;
  /** number of requests for which the fast path had an entry */
  let found: number;

  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { env: { RATE_LIMITS: "on", CORS_ORIGINS: origin } });
    await shop.http.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = shop.http.server.address() as AddressInfo);
    const { consumerKey, consumerSecret } = storefrontKey(shop.shop.config.appSecret);
    authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;
  });

  beforeEach(() => void shop.shop.cache.clear());
  afterEach(() => void vi.restoreAllMocks());

  /** Sends a request as raw bytes. @returns the raw response, split */
  async function send({ path, method = "GET", headers = {} }: Exchange): Promise<Exchanged> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const all = { host: "localhost:3000", connection: "close", authorization, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "close");
    const text = Buffer.concat(chunks).toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    const [status = "", ...rest] = text.slice(0, end).split("\r\n");
    return {
      status,
      headers: rest.filter((line) => !volatile.test(line)).toSorted(),
      body: withoutVolatile(text.slice(end + 4)),
    };
  }

  /** Sends a request that the normal path serves, because the fast path finds no entry. */
  async function sendNormally(exchange: Exchange): Promise<Exchanged> {
    const find = vi.spyOn(shop.shop.cache.fastPath, "find").mockReturnValue(undefined);
    const response = await send(exchange);
    find.mockRestore();
    return response;
  }

  async function sendFast(exchange: Exchange): Promise<Exchanged> {
    const { fastPath } = shop.shop.cache;
    const find = fastPath.find.bind(fastPath);
    found = 0;
    const spy = vi.spyOn(fastPath, "find").mockImplementation((request) => {
      const entry = find(request);
      if (entry) found++;
      return entry;
    });
    const response = await send(exchange);
    spy.mockRestore();
    return response;
  }

  /** Sends a request until its response is stored in its final encoding. */
  async function store(exchange: Exchange): Promise<void> {
    for (let nth = 0; nth < 3; nth++) await send(exchange);
  }

  const brotli = { "accept-encoding": "gzip, br" };
  const fast: [what: string, exchange: Exchange][] = [
    ["a list", { path: list }],
    ["a product", { path: product }],
    ["a search, which is limited by address", { path: search }],
    ["a compressed response", { path: list, headers: brotli }],
    ["another language by its cookie", { path: product, headers: { cookie: "preferred-language=en" } }],
    ["another language by its parameter", { path: `${product}?lang=en` }],
    ["another currency", { path: list, headers: { cookie: "preferred-currency=USD" } }],
    ["an allowed origin", { path: list, headers: { origin } }],
    ["a foreign origin", { path: list, headers: { origin: "https://evil.example" } }],
    ["a wrong host", { path: list, headers: { host: "evil.example" } }],
    ["a missing condition", { path: list, headers: { "if-none-match": 'W/"another"' } }],
  ];

  test.each(fast)("send the same bytes: %s", async (_what, exchange) => {
    await store(exchange);
    const normal = await sendNormally(exchange);
    expect(normal.status).toBe("HTTP/1.1 200 OK");
    expect(await sendFast(exchange)).toEqual(normal);
    expect(found).toBe(1);
  });

  test.each(fast)(
    "send the same bytes after an invalidation, when only the loader runs: %s",
    async (_what, exchange) => {
      await store(exchange);
      const normal = await sendNormally(exchange);
      shop.shop.cache.clear();
      await sendFast(exchange);
      expect(found).toBeGreaterThan(0);
      expect(await sendFast(exchange)).toEqual(normal);
    },
  );

  test.each([list, product, search])("send the same 304 for a condition that holds: %s", async (path) => {
    for (const headers of [{}, brotli]) {
      await store({ path, headers });
      const { headers: sent } = await send({ path, headers });
      const etag = sent.find((line) => line.startsWith("etag: "))?.slice("etag: ".length) ?? "";
      const exchange = { path, headers: { ...headers, "if-none-match": etag } };
      const normal = await sendNormally(exchange);
      expect([normal.status, normal.body]).toEqual(["HTTP/1.1 304 Not Modified", ""]);
      expect(await sendFast(exchange)).toEqual(normal);
      expect(found).toBe(1);
    }
  });

  test.each<[string, string, Exchange]>([
    ["HEAD", "200 OK", { path: list, method: "HEAD" }],
    ["a method that is not allowed", "404 Not Found", { path: list, method: "DELETE" }],
    ["OPTIONS", "200 OK", { path: list, method: "OPTIONS" }],
    ["a wrong key", "401 Unauthorized", { path: product, headers: { authorization: "Basic Y2tfbm9uZTpjc19ub25l" } }],
    ["an invalid parameter", "400 Bad Request", { path: `${list}&per_page=x` }],
    ["a personal response", "200 OK", { path: "/wp-json/custom-cart/v1/view" }],
  ])("respond the same to what the fast path must not serve: %s", async (_what, status, exchange) => {
    await store({ path: list });
    await store(exchange);
    const normal = await sendNormally(exchange);
    expect(normal.status).toBe(`HTTP/1.1 ${status}`);
    expect(await sendFast(exchange)).toEqual(normal);
    expect(found).toBe(0);
  });

  test("count the same limit, and reject the same requests over it", async () => {
    const exchange = { path: search, headers: brotli };
    await store(exchange);
    const { max } = limits.searchByAddress;
    let served = 0;
    while ((await sendFast(exchange)).status === "HTTP/1.1 200 OK") served++;
    expect(served).toBeLessThan(max);
    const [normal, rejected] = [await sendNormally(exchange), await sendFast(exchange)];
    expect(normal.status).toBe("HTTP/1.1 429 Too Many Requests");
    expect({ ...rejected, body: withoutSeconds(rejected.body) }).toEqual({
      ...normal,
      body: withoutSeconds(normal.body),
    });
  });
});

const withoutSeconds = (body: string): string => body.replaceAll(/\d+/g, "");

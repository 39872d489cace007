import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { searchEndpoints } from "#contract/endpoints/search.ts";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import type { Db, NotificationListener } from "#shop/kernel/db/database.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { createHttp } from "#shop/kernel/http/http.ts";
import { limits } from "#shop/kernel/limits/limits.ts";
import { RateLimits } from "#shop/kernel/limits/rate-limits.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { collectTags } from "./cache-tags.ts";
import { ResponseCache } from "./response-cache.ts";

let http: FastifyInstance;
let listener: NotificationListener;
/** how often a route's handler ran */
let handled: number;
/** what the loader returns now */
let loaded: { body: string; headers: Record<string, string>; tags: string[] };

beforeEach(() => open());
afterEach(() => http.close());

async function open(env: NodeJS.ProcessEnv = {}): Promise<void> {
  handled = 0;
  loaded = { body: "one", headers: { "cache-control": "public, no-cache" }, tags: ["product:1"] };
  const cache = new ResponseCache({ admission: new AdmissionController({ delayMs: () => 0 }) });
  const listen = async (_channel: string, given: NotificationListener) => {
    listener = given;
    given.onSubscribed();
    return async () => {};
  };
  const log = pino({ level: "silent" });
  await cache.subscribeToInvalidations({ listen } as unknown as Db, log);
  const counted = new RateLimits(systemClock, true);
  await counted.refreshSettings({ all: async () => [], one: async () => undefined });
  const config = readConfig({ CORS_ORIGINS: "https://app.example", ...env }, () => "x".repeat(32));
  http = await createHttp({ config, log, cache, limits: counted });
  const route = (cacheControl: string, endpoint?: object) => ({
    method: "GET" as const,
    config: endpoint ? ({ endpoint } as object) : {},
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      handled++;
      const { cookie = "", origin = "" } = request.headers;
      return cache.send(request, reply, `${request.url} ${cookie}`, async () => ({
        ...{ status: 200, contentType: "application/json", tags: ["product:1"] },
        body: JSON.stringify({ text: `${cookie} ${origin}`.repeat(100) }),
        headers: { "cache-control": cacheControl },
      }));
    },
  });
  http.route({ url: "/public", ...route("public, no-cache") });
  http.route({ url: "/personal", ...route("no-store") });
  http.get("/reloadable", (request, reply) => {
    handled++;
    return cache.sendCached(request, reply, "reloadable", async () => {
      if (loaded.body === "") throw new HttpError(404, "rest_not_found", "Not found.");
      return { status: 200, contentType: "application/json", ...loaded };
    });
  });
  http.route({ url: "/limited", ...route("public, no-cache", searchEndpoints.search) });
}

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });

test("an equal request gets the same bytes and headers, but a request id of its own", async () => {
  const [first, again] = [await get("/public"), await get("/public")];
  expect(handled).toBe(1);
  expect(again.body).toBe(first.body);
  const { "x-request-id": oneId, date: _one, connection: _a, ...before } = first.headers;
  const { "x-request-id": otherId, date: _other, connection: _b, ...after } = again.headers;
  expect(after).toEqual(before);
  expect(otherId).not.toBe(oneId);
  const unchanged = await get("/public", { "if-none-match": String(first.headers.etag) });
  expect([unchanged.statusCode, unchanged.body, handled]).toEqual([304, "", 1]);
  const { tags } = await collectTags(async () => await get("/public"));
  expect(tags).toEqual(["product:1"]);
});

test("everything that a response may depend on is part of the request key", async () => {
  await get("/public");
  const others = [
    { cookie: "preferred-language=en" },
    { cookie: "preferred-currency=USD" },
    { "accept-encoding": "br" },
    { authorization: "Basic Y2s6Y3M=" },
    { origin: "https://app.example" },
  ];
  for (const headers of others) await get("/public", headers as Record<string, string>);
  expect(handled).toBe(1 + others.length);
  const shared = await get("/public", { origin: "https://app.example" });
  expect(shared.headers).toMatchObject({ "access-control-allow-origin": "https://app.example" });
  expect((await get("/public")).headers["access-control-allow-origin"]).toBeUndefined();
  // cookies that no response depends on make no difference
  await get("/public", { cookie: "lianne_session=1; preferred-language=en" });
  expect(handled).toBe(1 + others.length);
});

test("a response to a request with an unusually written cookie is not served to requests without it", async () => {
  for (const odd of ["lianne_cart=x; preferred-language =en", "preferred-currency =USD"]) {
    listener.onNotification("product:1");
    expect((await get("/public", { cookie: odd })).body).toContain(odd);
    expect((await get("/public", { cookie: "lianne_cart=y" })).body).not.toContain(odd);
  }
});

test("invalidated and personal responses are not served again", async () => {
  await get("/public");
  listener.onNotification("product:1");
  await get("/public");
  expect(handled).toBe(2);
  await get("/personal");
  await get("/personal");
  expect(handled).toBe(4);
});

test("a limited request is counted when it is served from the cache, and rejected over the limit", async () => {
  const { max } = limits.searchByAddress;
  await get("/limited");
  for (let nth = 1; nth < max + 1; nth++) expect((await get("/limited")).statusCode).toBe(200);
  expect(handled).toBe(1);
  expect((await get("/limited")).statusCode).toBe(429);
});

test("an invalidated response is loaded by its loader alone, until its headers change", async () => {
  const send = async (requestHeaders?: Record<string, string>) => {
    const { statusCode, body, headers } = await get("/reloadable", requestHeaders);
    return { statusCode, body, headers };
  };
  const change = (now: Partial<typeof loaded>): void => {
    loaded = { ...loaded, ...now };
    listener.onNotification("product:1");
  };
  const first = await send();
  change({ body: "another" });
  const second = await send();
  expect([second.statusCode, second.body, second.headers["content-length"], handled]).toEqual([200, "another", "7", 1]);
  expect(second.headers.etag).not.toBe(first.headers.etag);
  expect(Object.keys(second.headers).toSorted()).toEqual(Object.keys(first.headers).toSorted());
  expect((await send({ "if-none-match": String(second.headers.etag) })).statusCode).toBe(304);
  change({ body: "" });
  const missing = await send();
  expect([missing.statusCode, JSON.parse(missing.body).code, handled]).toEqual([404, "rest_not_found", 1]);
  expect(missing.headers["x-request-id"]).toBe(JSON.parse(missing.body).data.request_id);
  change({ body: "more", headers: { ...loaded.headers, "x-wp-total": "13" } });
  const more = await send();
  expect([more.body, more.headers["x-wp-total"], handled]).toEqual(["more", "13", 2]);
  expect(await send()).toMatchObject({ body: "more", headers: { "x-wp-total": "13", etag: more.headers.etag } });
  expect(handled).toBe(2);
});

test("responses sent before Fastify equal those sent by it", async () => {
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  const send = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}${path}`, init);
    const { "x-request-id": id, date: _date, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, id, headers, body: await response.text() };
  };
  const [first, again, third] = [await send("/public"), await send("/public"), await send("/public")];
  expect([again, third]).toEqual([
    { ...first, id: again?.id },
    { ...first, id: third?.id },
  ]);
  expect(new Set([first.id, again.id, third.id]).size).toBe(3);
  const etag = String(first.headers.etag);
  expect(await send("/public", { headers: { "if-none-match": etag } })).toMatchObject({ status: 304, body: "" });
  expect(await send("/public", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  listener.onNotification("product:1");
  expect(await send("/public")).toMatchObject({ status: 200, body: first.body });
  expect(handled).toBe(3); // for the first request, for HEAD, and after the invalidation
});

test("requests are counted by address before Fastify, by X-Forwarded-For from trusted proxies", async () => {
  const { max } = limits.searchByAddress;
  /** Sends one request more than the limit allows. @returns how many are served */
  const served = async (url: string, forwardedFor: (turn: number) => string): Promise<number> => {
    await fetch(`${url}/limited`); // the route itself, which counts nothing here, stores the response
    for (let turn = 0; turn <= max; turn++) {
      const response = await fetch(`${url}/limited`, { headers: { "x-forwarded-for": forwardedFor(turn) } });
      const { code } = (await response.json()) as { code?: string };
      if (response.status === 200) continue;
      expect([response.status, code, Number(response.headers.get("retry-after")) > 0]).toEqual([
        429,
        "rate_limited",
        true,
      ]);
      return turn;
    }
    return max + 1;
  };
  const direct = await http.listen({ port: 0, host: "127.0.0.1" });
  expect(await served(direct, (turn) => `203.0.113.${turn}`)).toBe(max);
  await http.close();
  await open({ TRUSTED_PROXIES: "127.0.0.1" });
  const behind = await http.listen({ port: 0, host: "127.0.0.1" });
  expect(await served(behind, (turn) => `203.0.113.${turn}`)).toBe(max + 1);
  expect(await served(behind, (turn) => `203.0.113.${turn}, 198.51.100.1`)).toBe(max);
  expect(handled).toBe(1);
});

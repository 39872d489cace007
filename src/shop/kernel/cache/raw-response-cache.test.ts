import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { searchEndpoints } from "#contract/endpoints/search.ts";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import type { Db, Listener } from "#shop/kernel/db/database.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { createHttp } from "#shop/kernel/http/http.ts";
import { limits, RateLimits } from "#shop/kernel/load/rate-limits.ts";
import { HttpError } from "#shop/kernel/http/http-error.ts";
import { collectTags, ResponseCache } from "./response-cache.ts";

let http: FastifyInstance;
let listener: Listener;
/** how often a route's handler ran */
let handled: number;
/** what is said by a recipe now */
let told: { body: string; headers: Record<string, string>; tags: string[] };

beforeEach(() => open());
afterEach(() => http.close());

async function open(env: NodeJS.ProcessEnv = {}): Promise<void> {
  handled = 0;
  told = { body: "one", headers: { "cache-control": "public, no-cache" }, tags: ["product:1"] };
  const cache = new ResponseCache({ admission: new AdmissionController({ delayMs: () => 0 }) });
  const listen = async (_channel: string, given: Listener) => {
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
  const answer = (cacheControl: string, call?: object) => ({
    method: "GET" as const,
    config: call ? ({ call } as object) : {},
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      handled++;
      const { cookie = "", origin = "" } = request.headers;
      return cache.send(request, reply, `${request.url} ${cookie}`, async () => ({
        ...{ status: 200, contentType: "application/json", tags: ["product:1"] },
        body: JSON.stringify({ said: `${cookie} ${origin}`.repeat(100) }),
        headers: { "cache-control": cacheControl },
      }));
    },
  });
  http.route({ url: "/kept", ...answer("public, no-cache") });
  http.route({ url: "/personal", ...answer("no-store") });
  http.get("/by-recipe", (request, reply) => {
    handled++;
    return cache.sendCached(request, reply, "by recipe", async () => {
      if (told.body === "") throw new HttpError(404, "rest_not_found", "Nothing is there.");
      return { status: 200, contentType: "application/json", ...told };
    });
  });
  http.route({ url: "/counted", ...answer("public, no-cache", searchEndpoints.search) });
}

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });

test("the same question is answered again with the same bytes and headers, but an id of its own", async () => {
  const [first, again] = [await get("/kept"), await get("/kept")];
  expect(handled).toBe(1);
  expect(again.body).toBe(first.body);
  const { "x-request-id": oneId, date: _one, connection: _a, ...before } = first.headers;
  const { "x-request-id": otherId, date: _other, connection: _b, ...after } = again.headers;
  expect(after).toEqual(before);
  expect(otherId).not.toBe(oneId);
  const unchanged = await get("/kept", { "if-none-match": String(first.headers.etag) });
  expect([unchanged.statusCode, unchanged.body, handled]).toEqual([304, "", 1]);
  const { tags } = await collectTags(async () => await get("/kept"));
  expect(tags).toEqual(["product:1"]);
});

test("whatever an answer may hang on makes another question of it", async () => {
  await get("/kept");
  const others = [
    { cookie: "preferred-language=en" },
    { cookie: "preferred-currency=USD" },
    { "accept-encoding": "br" },
    { authorization: "Basic Y2s6Y3M=" },
    { origin: "https://app.example" },
  ];
  for (const headers of others) await get("/kept", headers as Record<string, string>);
  expect(handled).toBe(1 + others.length);
  const shared = await get("/kept", { origin: "https://app.example" });
  expect(shared.headers).toMatchObject({ "access-control-allow-origin": "https://app.example" });
  expect((await get("/kept")).headers["access-control-allow-origin"]).toBeUndefined();
  // cookies that no answer hangs on make no difference
  await get("/kept", { cookie: "lianne_session=1; preferred-language=en" });
  expect(handled).toBe(1 + others.length);
});

test("a cookie that is written oddly puts nothing before those who have no such cookie", async () => {
  for (const odd of ["lianne_cart=x; preferred-language =en", "preferred-currency =USD"]) {
    listener.onNotification("product:1");
    expect((await get("/kept", { cookie: odd })).body).toContain(odd);
    expect((await get("/kept", { cookie: "lianne_cart=y" })).body).not.toContain(odd);
  }
});

test("what has changed, and what is somebody's own, is made anew", async () => {
  await get("/kept");
  listener.onNotification("product:1");
  await get("/kept");
  expect(handled).toBe(2);
  await get("/personal");
  await get("/personal");
  expect(handled).toBe(4);
});

test("a call that is counted is counted when it is answered again, and refused over the limit", async () => {
  const { max } = limits.searchByAddress;
  await get("/counted");
  for (let asked = 1; asked < max + 1; asked++) expect((await get("/counted")).statusCode).toBe(200);
  expect(handled).toBe(1);
  expect((await get("/counted")).statusCode).toBe(429);
});

test("what has changed is made anew by its recipe alone, until it says something else around itself", async () => {
  const ask = async (headers?: Record<string, string>) => {
    const { statusCode, body, headers: said } = await get("/by-recipe", headers);
    return { statusCode, body, said };
  };
  const change = (now: Partial<typeof told>): void => {
    told = { ...told, ...now };
    listener.onNotification("product:1");
  };
  const first = await ask();
  change({ body: "another" });
  const second = await ask();
  expect([second.statusCode, second.body, second.said["content-length"], handled]).toEqual([200, "another", "7", 1]);
  expect(second.said.etag).not.toBe(first.said.etag);
  expect(Object.keys(second.said).toSorted()).toEqual(Object.keys(first.said).toSorted());
  expect((await ask({ "if-none-match": String(second.said.etag) })).statusCode).toBe(304);
  change({ body: "" });
  const gone = await ask();
  expect([gone.statusCode, JSON.parse(gone.body).code, handled]).toEqual([404, "rest_not_found", 1]);
  expect(gone.said["x-request-id"]).toBe(JSON.parse(gone.body).data.request_id);
  change({ body: "more", headers: { ...told.headers, "x-wp-total": "13" } });
  const more = await ask();
  expect([more.body, more.said["x-wp-total"], handled]).toEqual(["more", "13", 2]);
  expect(await ask()).toMatchObject({ body: "more", said: { "x-wp-total": "13", etag: more.said.etag } });
  expect(handled).toBe(2);
});

test("at the door the same is said as behind it, until the shop closes", async () => {
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${path}`, init);
    const { "x-request-id": id, date: _date, ...headers } = Object.fromEntries(answer.headers);
    return { status: answer.status, id, headers, body: await answer.text() };
  };
  const [first, again, third] = [await ask("/kept"), await ask("/kept"), await ask("/kept")];
  expect([again, third]).toEqual([
    { ...first, id: again?.id },
    { ...first, id: third?.id },
  ]);
  expect(new Set([first.id, again.id, third.id]).size).toBe(3);
  const etag = String(first.headers.etag);
  expect(await ask("/kept", { headers: { "if-none-match": etag } })).toMatchObject({ status: 304, body: "" });
  expect(await ask("/kept", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  listener.onNotification("product:1");
  expect(await ask("/kept")).toMatchObject({ status: 200, body: first.body });
  expect(handled).toBe(3); // the first, HEAD, and what had changed
});

test("at the door calls are counted by address, with what the shop's own proxies say of it", async () => {
  const { max } = limits.searchByAddress;
  /** how many of one call more than one address has are answered */
  const answered = async (url: string, forwardedFor: (turn: number) => string): Promise<number> => {
    await fetch(`${url}/counted`); // its route, which counts nothing here, makes the answer
    for (let turn = 0; turn <= max; turn++) {
      const answer = await fetch(`${url}/counted`, { headers: { "x-forwarded-for": forwardedFor(turn) } });
      const { code } = (await answer.json()) as { code?: string };
      if (answer.status === 200) continue;
      expect([answer.status, code, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, "rate_limited", true]);
      return turn;
    }
    return max + 1;
  };
  const direct = await http.listen({ port: 0, host: "127.0.0.1" });
  expect(await answered(direct, (turn) => `203.0.113.${turn}`)).toBe(max);
  await http.close();
  await open({ TRUSTED_PROXIES: "127.0.0.1" });
  const behind = await http.listen({ port: 0, host: "127.0.0.1" });
  expect(await answered(behind, (turn) => `203.0.113.${turn}`)).toBe(max + 1);
  expect(await answered(behind, (turn) => `203.0.113.${turn}, 198.51.100.1`)).toBe(max);
  expect(handled).toBe(1);
});

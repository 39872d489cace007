import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db, NotificationListener } from "#shop/kernel/db/database.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { collectTags, markIncomplete } from "./cache-tags.ts";
import type { Cacheable } from "./cached-response.ts";
import { ResponseCache } from "./response-cache.ts";

let http: FastifyInstance;
let cache: ResponseCache;
let listener: NotificationListener;
/** how often each key was loaded */
let loads: Map<string, number>;
let load: (key: string) => Promise<Partial<Cacheable>>;

beforeEach(async () => {
  loads = new Map();
  load = async () => ({});
  cache = new ResponseCache({ admission: new AdmissionController({ delayMs: () => 0 }) });
  const db = {
    listen: async (_channel: string, given: NotificationListener) => {
      listener = given;
      given.onSubscribed();
      return async () => {};
    },
  };
  await cache.subscribeToInvalidations(db as unknown as Db, { info: () => {}, warn: () => {} } as never);
  http = Fastify();
  http.get<{ Params: { key: string } }>("/:key", (request, reply) => {
    const { key } = request.params;
    return cache.send(request, reply, key, async () => {
      loads.set(key, (loads.get(key) ?? 0) + 1);
      const own = await load(key);
      return { status: 200, body: "{}", contentType: "application/json", tags: ["product:1"], ...own };
    });
  });
});
afterEach(() => http.close());

const get = async (key: string): Promise<string> => (await http.inject(`/${key}`)).body;

test("loads a response once, until one of its tags is invalidated", async () => {
  await Promise.all([get("a"), get("a")]);
  await get("a");
  expect(loads.get("a")).toBe(1);
  listener.onNotification("product:2");
  await get("a");
  expect(loads.get("a")).toBe(1);
  listener.onNotification("product:3 product:1");
  await get("a");
  expect(loads.get("a")).toBe(2);
});

test("a request after an invalidation does not join an earlier load, whose response is not stored", async () => {
  const old = Promise.withResolvers<Partial<Cacheable>>();
  load = () => old.promise;
  const early = get("a");
  await expect.poll(() => loads.get("a")).toBe(1);
  listener.onNotification("product:1");
  load = async () => ({ body: "new" });
  expect(await get("a")).toBe("new");
  old.resolve({ body: "old" });
  expect(await early).toBe("old");
  expect(await get("a")).toBe("new");
});

test("stores a response if other tags were invalidated while it was loaded: a busy shop sells all the time", async () => {
  const loading = Promise.withResolvers<Partial<Cacheable>>();
  load = () => loading.promise;
  const early = get("a");
  await expect.poll(() => loads.get("a")).toBe(1);
  listener.onNotification("product:2 sales");
  loading.resolve({});
  await early;
  await get("a");
  expect(loads.get("a")).toBe(1);
});

test("stores nothing while it is not subscribed to invalidations", async () => {
  await get("a");
  listener.onDisconnected();
  await get("a");
  await get("a");
  expect(loads.get("a")).toBe(3);
  listener.onSubscribed();
  await get("a");
  await get("a");
  expect(loads.get("a")).toBe(4);
});

test("serves stale responses while the database is unavailable, and none of them once it is back", async () => {
  await get("a");
  listener.onDisconnected();
  listener.onDatabaseDown();
  load = async () => Promise.reject(new Error("the database is unavailable"));
  expect(await get("a")).toBe("{}");
  expect((await http.inject("/b")).statusCode).toBe(500);
  load = async () => ({ body: "new" });
  listener.onSubscribed();
  expect([await get("a"), await get("b")]).toEqual(["new", "new"]);
});

test("does not store an incomplete response", async () => {
  const { tags, complete } = await collectTags(async () => {
    await get("part");
    markIncomplete();
  });
  expect({ tags, complete }).toEqual({ tags: ["product:1"], complete: false });
  load = async () => ({ store: complete });
  await get("a");
  await get("a");
  expect(loads.get("a")).toBe(2);
});

test("counts the overhead of an entry: a flood of tiny responses evicts the oldest", async () => {
  cache = new ResponseCache({ maxBytes: 20_000 });
  await cache.subscribeToInvalidations(
    { listen: async (_: string, given: NotificationListener) => given.onSubscribed() } as unknown as Db,
    {} as never,
  );
  await get("first");
  for (let number = 0; number < 50; number++) await get(`flood-${number}`);
  await get("first");
  expect(loads.get("first")).toBe(2);
  await get("flood-49");
  expect(loads.get("flood-49")).toBe(1);
});

test("is compressed for the first client that accepts it", async () => {
  let body = JSON.stringify({ words: "nhẫn bạc ".repeat(2000) });
  load = async () => ({ body });
  const compressed = async (accepted?: string) => {
    const { headers, rawPayload } = await http.inject({
      url: "/a",
      headers: accepted === undefined ? {} : { "accept-encoding": accepted },
    });
    return { encoding: headers["content-encoding"], bytes: rawPayload };
  };
  const brotli = await compressed("gzip, deflate, br");
  expect(brotli.encoding).toBe("br");
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(body);
  const gzip = await compressed("gzip");
  expect(gzip.encoding).toBe("gzip");
  expect(gunzipSync(gzip.bytes).toString()).toBe(body);
  expect(await compressed()).toEqual({ encoding: undefined, bytes: Buffer.from(body) });
  const [again, later] = [await compressed("br"), await compressed("br")];
  expect(brotliDecompressSync(again.bytes).toString()).toBe(body);
  expect(later.bytes).toEqual(again.bytes);
  // a response that fits into a connection's first packets is compressed when it is requested again
  listener.onNotification("product:1");
  body = body.slice(0, 4000);
  expect(await compressed("br")).toEqual({ encoding: undefined, bytes: Buffer.from(body) });
  expect((await compressed("br")).encoding).toBe("br");
  expect(loads.get("a")).toBe(2);
});

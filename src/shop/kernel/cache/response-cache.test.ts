import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db, Listener } from "#shop/kernel/db/database.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { type Cacheable, collectTags, markIncomplete, ResponseCache } from "./response-cache.ts";

let http: FastifyInstance;
let cache: ResponseCache;
let listener: Listener;
/** how often each key was made */
let made: Map<string, number>;
let make: (key: string) => Promise<Partial<Cacheable>>;

beforeEach(async () => {
  made = new Map();
  make = async () => ({});
  cache = new ResponseCache({ admission: new AdmissionController({ delayMs: () => 0 }) });
  const db = {
    listen: async (_channel: string, given: Listener) => {
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
      made.set(key, (made.get(key) ?? 0) + 1);
      const own = await make(key);
      return { status: 200, body: "{}", contentType: "application/json", tags: ["product:1"], ...own };
    });
  });
});
afterEach(() => http.close());

const get = async (key: string): Promise<string> => (await http.inject(`/${key}`)).body;

test("makes an answer once, until something that it was made from changes", async () => {
  await Promise.all([get("a"), get("a")]);
  await get("a");
  expect(made.get("a")).toBe(1);
  listener.onNotification("product:2");
  await get("a");
  expect(made.get("a")).toBe(1);
  listener.onNotification("product:3 product:1");
  await get("a");
  expect(made.get("a")).toBe(2);
});

test("gives nobody who asks after a change what was begun before it, and keeps none of that", async () => {
  const old = Promise.withResolvers<Partial<Cacheable>>();
  make = () => old.promise;
  const early = get("a");
  await expect.poll(() => made.get("a")).toBe(1);
  listener.onNotification("product:1");
  make = async () => ({ body: "new" });
  expect(await get("a")).toBe("new");
  old.resolve({ body: "old" });
  expect(await early).toBe("old");
  expect(await get("a")).toBe("new");
});

test("keeps what was begun before a change that it has nothing to do with: a busy shop sells all the time", async () => {
  const making = Promise.withResolvers<Partial<Cacheable>>();
  make = () => making.promise;
  const early = get("a");
  await expect.poll(() => made.get("a")).toBe(1);
  listener.onNotification("product:2 sales");
  making.resolve({});
  await early;
  await get("a");
  expect(made.get("a")).toBe(1);
});

test("keeps nothing while announcements go unheard", async () => {
  await get("a");
  listener.onDisconnected();
  await get("a");
  await get("a");
  expect(made.get("a")).toBe(3);
  listener.onSubscribed();
  await get("a");
  await get("a");
  expect(made.get("a")).toBe(4);
});

test("answers from what is kept while the database is away, and from nothing that was kept before once it is back", async () => {
  await get("a");
  listener.onDisconnected();
  listener.onDatabaseDown();
  make = async () => Promise.reject(new Error("the database is away"));
  expect(await get("a")).toBe("{}");
  expect((await http.inject("/b")).statusCode).toBe(500);
  make = async () => ({ body: "new" });
  listener.onSubscribed();
  expect([await get("a"), await get("b")]).toEqual(["new", "new"]);
});

test("does not keep what lacks a part", async () => {
  const { tags, whole } = await collectTags(async () => {
    await get("part");
    markIncomplete();
  });
  expect({ tags, whole }).toEqual({ tags: ["product:1"], whole: false });
  make = async () => ({ toCachedResponse: whole });
  await get("a");
  await get("a");
  expect(made.get("a")).toBe(2);
});

test("counts what an entry costs beside its bytes: a flood of tiny answers pushes out the oldest", async () => {
  cache = new ResponseCache({ maxBytes: 20_000 });
  await cache.subscribeToInvalidations(
    { listen: async (_: string, given: Listener) => given.onSubscribed() } as unknown as Db,
    {} as never,
  );
  await get("first");
  for (let number = 0; number < 50; number++) await get(`flood-${number}`);
  await get("first");
  expect(made.get("first")).toBe(2);
  await get("flood-49");
  expect(made.get("flood-49")).toBe(1);
});

test("is packed for the first client that takes it so: a page that few ask for is as light as the others", async () => {
  let body = JSON.stringify({ words: "nhẫn bạc ".repeat(2000) });
  make = async () => ({ body });
  const packed = async (accepted?: string) => {
    const { headers, rawPayload } = await http.inject({
      url: "/a",
      headers: accepted === undefined ? {} : { "accept-encoding": accepted },
    });
    return { encoding: headers["content-encoding"], bytes: rawPayload };
  };
  const brotli = await packed("gzip, deflate, br");
  expect(brotli.encoding).toBe("br");
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(body);
  const gzip = await packed("gzip");
  expect(gzip.encoding).toBe("gzip");
  expect(gunzipSync(gzip.bytes).toString()).toBe(body);
  expect(await packed()).toEqual({ encoding: undefined, bytes: Buffer.from(body) });
  const [again, later] = [await packed("br"), await packed("br")];
  expect(brotliDecompressSync(again.bytes).toString()).toBe(body);
  expect(later.bytes).toEqual(again.bytes);
  // one that fits into a connection's first packets is compressed when it is asked for again
  listener.onNotification("product:1");
  body = body.slice(0, 4000);
  expect(await packed("br")).toEqual({ encoding: undefined, bytes: Buffer.from(body) });
  expect((await packed("br")).encoding).toBe("br");
  expect(made.get("a")).toBe(2);
});

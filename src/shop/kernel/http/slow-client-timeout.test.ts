import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import { createHttp } from "./http.ts";
import { RateLimits } from "#shop/kernel/load/rate-limits.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { SlowReaders } from "./slow-client-timeout.ts";

const config = readConfig({}, () => "x".repeat(32));
const large = Buffer.alloc(64 * 1024 * 1024);

describe("a client that takes its time", () => {
  let app: FastifyInstance;
  let readers: SlowReaders;
  const open: Socket[] = [];

  beforeEach(async () => {
    const soon = { headersMs: 100, requestMs: 200, checkEveryMs: 20 };
    const log = pino({ level: "silent" });
    const shop = { config, log, cache: new ResponseCache(), limits: new RateLimits(systemClock, false) };
    app = await createHttp(shop, soon);
    readers = new SlowReaders();
    app.server.on("connection", (socket: Socket) => readers.add(socket, 0));
    app.post("/", async () => "taken");
    app.get("/large", (_request, reply) => reply.send(large));
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await app.close();
  });

  const say = async (words: string): Promise<Socket> => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    open.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(words);
    return socket;
  };

  test.each([
    ["the head of a request", "POST / HTTP/1.1\r\nHost: shop\r\nX-Slow: "],
    ["its body", "POST / HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
  ])("is cut off while it sends %s", async (_case, words) => {
    const socket = await say(words);
    let heard = "";
    socket.on("data", (bytes) => {
      heard += bytes.toString();
    });
    await once(socket, "close");
    expect(heard).toContain("408 Request Timeout");
  });

  test("is cut off while it does not read what it asked for, and who reads is not", async () => {
    const idle = (await say("GET /large HTTP/1.1\r\nHost: shop\r\n\r\n")).pause();
    const reading = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/large`);
    expect((await reading.arrayBuffer()).byteLength).toBe(large.length);
    let now = 0;
    await expect
      .poll(() => {
        now += 30_000;
        return readers.sweep(now);
      })
      .toBe(1);
    idle.resume();
    await once(idle, "close");
    expect(idle.bytesRead).toBeLessThan(large.length);
  });
});

import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import { createHttp } from "./http.ts";
import { RateLimits } from "#shop/kernel/limits/rate-limits.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { SlowClients } from "./slow-client-timeout.ts";

const config = readConfig({}, () => "x".repeat(32));
const large = Buffer.alloc(64 * 1024 * 1024);

describe("a slow client", () => {
  let app: FastifyInstance;
  let clients: SlowClients;
  const open: Socket[] = [];

  const openApp = async (timeouts?: Parameters<typeof createHttp>[1]) => {
    const log = pino({ level: "silent" });
    const shop = { config, log, cache: new ResponseCache(), limits: new RateLimits(systemClock, false) };
    app = await createHttp(shop, timeouts);
    clients = new SlowClients();
    app.server.on("connection", (socket: Socket) => clients.add(socket, 0));
    app.post("/", async () => "taken");
    app.get("/large", (_request, reply) => reply.send(large));
    await app.listen({ port: 0, host: "127.0.0.1" });
  };
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await app.close();
  });

  const sendRaw = async (text: string): Promise<Socket> => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    open.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return socket;
  };

  test.each([
    ["the head of a request", "POST / HTTP/1.1\r\nHost: shop\r\nX-Slow: "],
    ["its body", "POST / HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
  ])("is disconnected while it sends %s", async (_case, text) => {
    await openApp({ headersMs: 100, requestMs: 200, checkEveryMs: 20 });
    const socket = await sendRaw(text);
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString();
    });
    await once(socket, "close");
    expect(received).toContain("408 Request Timeout");
  });

  test("is disconnected while it does not read its response; a client that reads is not", async () => {
    // with the default timeouts: on a busy machine a request inside the process may take longer than a tenth of a
    // second
    await openApp();
    const idle = (await sendRaw("GET /large HTTP/1.1\r\nHost: shop\r\n\r\n")).pause();
    const reading = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/large`);
    expect((await reading.arrayBuffer()).byteLength).toBe(large.length);
    let now = 0;
    await expect
      .poll(() => {
        now += 30_000;
        return clients.sweep(now);
      })
      .toBe(1);
    idle.resume();
    await once(idle, "close");
    expect(idle.bytesRead).toBeLessThan(large.length);
  });
});

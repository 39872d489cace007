import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { listenWithReusePort } from "./reuse-port-listeners.ts";
import { closeIdleConnections } from "./close-idle-connections.ts";

const host = "127.0.0.1";
const clientCount = 64;
/** A program for another process, which opens this many connections. */
const connectAll = `
  const { connect } = require("node:net");
  let come = 0;
  for (let each = 0; each < ${clientCount}; each++)
    connect(Number(process.argv[1]), "${host}", () => ++come === ${clientCount} && process.exit());`;

describe.runIf(process.platform === "linux")("a server with several listeners on one port", () => {
  test("accepts several connections per turn of the event loop, closes gracefully, and holds its port exclusively", async () => {
    const app = Fastify({ forceCloseConnections: "idle" });
    app.server.maxConnections = 1_000;
    closeIdleConnections(app);
    const responders: (() => void)[] = [];
    app.get("/", () => new Promise((done) => responders.push(() => done("done"))));
    await listenWithReusePort(app, { port: 0, host });
    const { port } = app.server.address() as AddressInfo;
    const other = Fastify();
    await expect(listenWithReusePort(other, { port, host })).rejects.toThrow("EADDRINUSE");

    let accepted = 0;
    app.server.on("connection", () => accepted++);
    await turn();
    // synchronous: this process accepts no connection in the meantime
    execFileSync(process.execPath, ["-e", connectAll, String(port)]);
    await turn();
    await turn();
    expect(accepted).toBeGreaterThan(4);
    await expect.poll(() => accepted).toBe(clientCount);

    const bodies = Array.from({ length: clientCount }, async () => (await fetch(`http://${host}:${port}/`)).text());
    await expect.poll(() => responders.length).toBe(clientCount);
    const closed = app.close();
    for (const respond of responders) respond();
    expect(await Promise.all(bodies)).toEqual(Array(clientCount).fill("done"));
    await closed;
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow();
  });

  test("only one of two servers can listen when both have found the port free", async () => {
    const probe = createServer().listen(0, host);
    await once(probe, "listening");
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, "close");
    const [one, other] = [Fastify(), Fastify()];
    // the last hook before it listens
    one.addHook("onReady", async () => {
      await expect(listenWithReusePort(other, { port, host })).rejects.toThrow("EADDRINUSE");
    });
    await listenWithReusePort(one, { port, host });
    await one.close();
  });
});

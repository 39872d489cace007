import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { listenWithReusePort } from "./reuse-port-listeners.ts";
import { endConnections } from "./close-idle-connections.ts";

const host = "127.0.0.1";
const visitors = 64;
/** A program for another process, which opens this many connections. */
const comeAll = `
  const { connect } = require("node:net");
  let come = 0;
  for (let each = 0; each < ${visitors}; each++)
    connect(Number(process.argv[1]), "${host}", () => ++come === ${visitors} && process.exit());`;

describe.runIf(process.platform === "linux")("a server with many doors", () => {
  test("lets many in at each turn of its event loop, closes them together, and is alone on its port", async () => {
    const app = Fastify({ forceCloseConnections: "idle" });
    app.server.maxConnections = 1_000;
    endConnections(app);
    const answers: (() => void)[] = [];
    app.get("/", () => new Promise((done) => answers.push(() => done("answered"))));
    await listenWithReusePort(app, { port: 0, host });
    const { port } = app.server.address() as AddressInfo;
    const other = Fastify();
    await expect(listenWithReusePort(other, { port, host })).rejects.toThrow("EADDRINUSE");

    let came = 0;
    app.server.on("connection", () => came++);
    await turn();
    // synchronously, so that this process accepts none of them meanwhile
    execFileSync(process.execPath, ["-e", comeAll, String(port)]);
    await turn();
    await turn();
    expect(came).toBeGreaterThan(4);
    await expect.poll(() => came).toBe(visitors);

    const asked = Array.from({ length: visitors }, async () => (await fetch(`http://${host}:${port}/`)).text());
    await expect.poll(() => answers.length).toBe(visitors);
    const closed = app.close();
    for (const answer of answers) answer();
    expect(await Promise.all(asked)).toEqual(Array(visitors).fill("answered"));
    await closed;
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow();
  });

  test("lets one of two in that open on the same port, though both have seen it free", async () => {
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

import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { endConnections } from "./close-idle-connections.ts";

test("a server that closes waits for what was asked, and not for connections on which nothing was", async () => {
  const app = Fastify({ forceCloseConnections: "idle" });
  endConnections(app);
  let answer = (): void => {};
  let asked = (): void => {};
  const arrived = new Promise<void>((done) => {
    asked = done;
  });
  app.get("/", async () => {
    await new Promise<void>((done) => {
      answer = done;
      asked();
    });
    return "answered";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  silent.on("error", () => {});
  await once(silent, "connect");
  const gone = once(silent, "close");
  const asking = fetch(`http://127.0.0.1:${port}/`);
  await arrived;
  const closed = app.close();
  await gone;
  answer();
  expect(await (await asking).text()).toBe("answered");
  await closed;
});

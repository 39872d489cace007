import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeIdleConnections } from "./close-idle-connections.ts";

test("a closing server waits for requests in flight and closes unused connections at once", async () => {
  const app = Fastify({ forceCloseConnections: "idle" });
  closeIdleConnections(app);
  let respond = (): void => {};
  let markArrived = (): void => {};
  const arrived = new Promise<void>((done) => {
    markArrived = done;
  });
  app.get("/", async () => {
    await new Promise<void>((done) => {
      respond = done;
      markArrived();
    });
    return "done";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const unused = connect(port, "127.0.0.1");
  unused.on("error", () => {});
  await once(unused, "connect");
  const disconnected = once(unused, "close");
  const pending = fetch(`http://127.0.0.1:${port}/`);
  await arrived;
  const closed = app.close();
  await disconnected;
  respond();
  expect(await (await pending).text()).toBe("done");
  await closed;
});

import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * A listener accepts one new connection per turn of the event loop. Under load a turn is long, and with a single
 * listener a new client would wait as many turns as there are clients queued before it, only to be rejected.
 */
const listenerCount = 16;
/** where the system balances connections between listeners of one port (SO_REUSEPORT) */
const canShare = process.platform === "linux";

interface Address {
  port: number;
  host: string;
}

/**
 * With SO_REUSEPORT two shops could listen on the same port without an error: checks that the port is free. @throws
 * EADDRINUSE
 */
async function assertPortFree({ port, host }: Address): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

/**
 * Two shops that check a port at the same time would both find it free: this lock lets only one of them open it. The
 * abstract socket's name belongs to the network namespace, as ports do, and is released when the process ends. @throws
 * EADDRINUSE
 */
async function withPortLock<T>(port: number, open: () => Promise<T>): Promise<T> {
  if (port === 0) return open();
  const sign = createServer().listen(`\0lianne:${port}`);
  await once(sign, "listening");
  try {
    return await open();
  } finally {
    sign.close();
    await once(sign, "close");
  }
}

/**
 * Listens with as many listeners as new clients need to be accepted quickly. They close together with the server, which
 * waits for its requests in flight. @returns the server's URL
 */
export async function listenWithReusePort(http: FastifyInstance, { port, host }: Address): Promise<string> {
  if (!canShare) return http.listen({ port, host });
  const doors: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  http.addHook("preClose", async () => {
    closed = Promise.all(doors.map((door) => new Promise((done) => door.close(done))));
  });
  http.addHook("onClose", () => closed);
  const shared = { port, host, reusePort: true };
  const url = await withPortLock(port, async () => {
    await assertPortFree({ port, host });
    return http.listen(shared);
  });
  const mostEach = Math.ceil(http.server.maxConnections / listenerCount);
  http.server.maxConnections = mostEach;
  const { address, port: taken } = http.server.address() as AddressInfo;
  while (doors.length < listenerCount - 1) {
    // the same options as the server's own listener
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      http.server.emit("connection", socket),
    );
    door.maxConnections = mostEach;
    doors.push(door.listen({ ...shared, host: address, port: taken }));
    await once(door, "listening");
  }
  return url;
}

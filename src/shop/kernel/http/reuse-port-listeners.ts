import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * A listener accepts one new connection per turn of the event loop. Under load a turn is long, and with a single
 * listener a new client would wait as many turns as there are clients queued before it, only to be rejected.
 */
const listenerCount = 16;
/** where the system balances connections between listeners of one port (SO_REUSEPORT) */
const supportsReusePort = process.platform === "linux";

interface ListenAddress {
  port: number;
  host: string;
}

/**
 * With SO_REUSEPORT two shops could listen on the same port without an error: checks that the port is free. @throws
 * EADDRINUSE
 */
async function assertPortFree({ port, host }: ListenAddress): Promise<void> {
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
async function withPortLock<T>(port: number, listen: () => Promise<T>): Promise<T> {
  if (port === 0) return listen();
  const lock = createServer().listen(`\0lianne:${port}`);
  await once(lock, "listening");
  try {
    return await listen();
  } finally {
    lock.close();
    await once(lock, "close");
  }
}

/**
 * Listens with as many listeners as new clients need to be accepted quickly. They close together with the server, which
 * waits for its requests in flight. @returns the server's URL
 */
export async function listenWithReusePort(http: FastifyInstance, { port, host }: ListenAddress): Promise<string> {
  if (!supportsReusePort) return http.listen({ port, host });
  const listeners: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  http.addHook("preClose", async () => {
    closed = Promise.all(listeners.map((listener) => new Promise((done) => listener.close(done))));
  });
  http.addHook("onClose", () => closed);
  const shared = { port, host, reusePort: true };
  const url = await withPortLock(port, async () => {
    await assertPortFree({ port, host });
    return http.listen(shared);
  });
  const maxPerListener = Math.ceil(http.server.maxConnections / listenerCount);
  http.server.maxConnections = maxPerListener;
  const { address, port: boundPort } = http.server.address() as AddressInfo;
  while (listeners.length < listenerCount - 1) {
    // the options of the server's own listener
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      http.server.emit("connection", socket),
    );
    listener.maxConnections = maxPerListener;
    listeners.push(listener.listen({ ...shared, host: address, port: boundPort }));
    await once(listener, "listening");
  }
  return url;
}

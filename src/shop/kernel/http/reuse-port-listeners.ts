import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * A listener takes in one new connection each turn of the event loop. While there is much to do a turn is long, and with a single
 * listener those who come anew wait for as many turns as there are others before them, only to be refused.
 */
const listenerCount = 16;
/** where the system shares a port out among listeners */
const canShare = process.platform === "linux";

interface Address {
  port: number;
  host: string;
}

/** A port that is shared can be taken by two shops, who would not know of each other: it must be nobody's. @throws EADDRINUSE */
async function assertPortFree({ port, host }: Address): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

/**
 * Two shops that look at a port in the same instant would both find it free: while one opens, no other opens on it. The name
 * is of the network, as ports are, and goes with the process. @throws EADDRINUSE
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
 * Listens, by as many doors as new visitors need to come in at once. They close together with the server, which waits for who is
 * inside. @returns the server's address
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
    // as the server makes its own connections
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      http.server.emit("connection", socket),
    );
    door.maxConnections = mostEach;
    doors.push(door.listen({ ...shared, host: address, port: taken }));
    await once(door, "listening");
  }
  return url;
}

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy between a shop and its database that can stop forwarding: connections stay open, but nothing arrives. */
export class StallingProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #silent = false;

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((near) => this.#join(near, connect(target)));
  }

  static async to(url: string): Promise<StallingProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new StallingProxy({ host: hostname, port: Number(port) });
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The same URL, through this proxy. */
  urlFor(url: string): string {
    const address = this.#server.address();
    const way = new URL(url);
    way.host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    return way.href;
  }

  /** Forwards nothing, in either direction, on old and new connections while the callback runs. */
  async silent(meanwhile: () => Promise<void>): Promise<void> {
    this.#silent = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
    try {
      await meanwhile();
    } finally {
      this.#silent = false;
      for (const pair of this.#pairs) for (const socket of pair) socket.resume();
    }
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    const carry = (from: Socket, to: Socket) =>
      from
        .on("data", (bytes) => to.write(bytes))
        .on("error", end)
        .on("close", end);
    carry(near, far);
    carry(far, near);
    if (this.#silent) for (const socket of pair) socket.pause();
  }
}

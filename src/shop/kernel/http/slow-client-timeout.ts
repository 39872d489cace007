import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** how long a response may be buffered without the client reading any of it */
const writeTimeoutMs = 30_000;
const checkEveryMs = 5_000;

interface SendProgress {
  sentBytes: number;
  sinceMs: number;
}

/** Closes connections of clients that do not read their responses, which would fill the memory. */
export class SlowClients {
  readonly #open = new Map<Socket, SendProgress>();

  add(socket: Socket, nowMs: number): void {
    this.#open.set(socket, { sentBytes: 0, sinceMs: nowMs });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** Checks every connection. @returns how many were closed */
  sweep(nowMs: number): number {
    let closed = 0;
    for (const [socket, progress] of this.#open) {
      const sentBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || sentBytes !== progress.sentBytes) {
        Object.assign(progress, { sentBytes, sinceMs: nowMs });
      } else if (nowMs - progress.sinceMs >= writeTimeoutMs) {
        socket.destroy();
        closed++;
      }
    }
    return closed;
  }
}

/** Checks the server's connections regularly until it closes. */
export function closeSlowClients(app: FastifyInstance): void {
  const clients = new SlowClients();
  app.server.on("connection", (socket: Socket) => clients.add(socket, performance.now()));
  const timer = setInterval(() => clients.sweep(performance.now()), checkEveryMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** how long a response may be buffered without the client reading any of it */
const patienceMs = 30_000;
const everyMs = 5_000;

interface Progress {
  takenBytes: number;
  sinceMs: number;
}

/** Closes connections of clients that do not read their responses, which would fill the memory. */
export class SlowReaders {
  readonly #open = new Map<Socket, Progress>();

  add(socket: Socket, nowMs: number): void {
    this.#open.set(socket, { takenBytes: 0, sinceMs: nowMs });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** Checks every connection. @returns how many were closed */
  sweep(nowMs: number): number {
    let cut = 0;
    for (const [socket, progress] of this.#open) {
      const takenBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || takenBytes !== progress.takenBytes) {
        Object.assign(progress, { takenBytes, sinceMs: nowMs });
      } else if (nowMs - progress.sinceMs >= patienceMs) {
        socket.destroy();
        cut++;
      }
    }
    return cut;
  }
}

/** Checks the server's connections regularly until it closes. */
export function cutSlowReaders(app: FastifyInstance): void {
  const readers = new SlowReaders();
  app.server.on("connection", (socket: Socket) => readers.add(socket, performance.now()));
  const timer = setInterval(() => readers.sweep(performance.now()), everyMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

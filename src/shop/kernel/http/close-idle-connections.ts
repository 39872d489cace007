import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Makes a closing server wait only for responses in flight. Node closes the connections that are idle when closing
 * begins; one that becomes idle with its last response, or that has not sent a request yet, would delay the close by a
 * minute or more.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  const { server } = app;
  const unused = new Set<Socket>();
  let closing = false;
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    response.once("close", () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
}

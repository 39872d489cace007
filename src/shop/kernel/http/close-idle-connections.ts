import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets a server that closes wait for nothing but answers. Node ends the connections that are idle when it begins to close; one
 * that becomes idle with its last answer, or on which nobody has asked for anything yet, would keep it for a minute or more.
 */
export function endConnections(app: FastifyInstance): void {
  const { server } = app;
  const silent = new Set<Socket>();
  let closing = false;
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    response.once("close", () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  });
}

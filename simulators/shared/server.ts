import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request with its body. */
export interface SimulatorRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface SimulatorResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Handles a request; null closes the connection without a response. */
export type Handler = (call: SimulatorRequest) => Promise<SimulatorResponse | null>;

export interface Listening {
  /** `http://127.0.0.1:4001` */
  origin: string;
  close(): Promise<void>;
}

const maxBodyBytes = 1024 * 1024;

export const json = (status: number, body: unknown): SimulatorResponse => ({
  status,
  headers: { "content-type": "application/json;charset=UTF-8" },
  body: JSON.stringify(body),
});

/** A page. It loads no external resources, and is not cached: Back requests it again. */
export const page = (body: string, status = 200): SimulatorResponse => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  },
  body,
});

/** Redirects to another page (303). */
export const redirect = (location: string): SimulatorResponse => ({
  status: 303,
  headers: { location, "cache-control": "no-store" },
  body: "",
});

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBodyBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Serves on this machine alone. @param port 0 picks a free one */
export async function listen(port: number, handle: Handler): Promise<Listening> {
  const server = createServer((request, response) => {
    const respond = async (): Promise<SimulatorResponse | null> => {
      const body = await readBody(request);
      if (body === null) return json(413, { message: "too large" });
      const url = new URL(request.url ?? "/", "http://simulator");
      return handle({ method: request.method ?? "GET", url, headers: request.headers, body });
    };
    respond().then(
      (given) => {
        if (!given) return response.destroy();
        response.writeHead(given.status, given.headers).end(given.body);
      },
      () => response.destroy(),
    );
  });
  // the client ends idle connections: one that the server closes may be reset while the client reuses it
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

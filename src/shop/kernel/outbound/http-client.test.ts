import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fetchJson, UpstreamUnavailableError } from "./http-client.ts";

let server: Server;
let requests = 0;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A service that resets the connection of the first `calls` requests, and responds to the next. */
async function cutting(calls: number): Promise<string> {
  requests = 0;
  server = createServer((request, response) => {
    requests++;
    if (requests <= calls) request.socket.destroy();
    else response.end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("retryOnConnectionReset retries once after a connection reset", async () => {
  const url = await cutting(1);
  expect((await fetchJson(url, { service: "ghn", tries: 1, retryOnConnectionReset: true })).status).toBe(200);
  expect(requests).toBe(2);
});

test("a second reset is an UpstreamUnavailableError; without the option there is no retry", async () => {
  await expect(fetchJson(await cutting(9), { service: "ghn", tries: 1, retryOnConnectionReset: true })).rejects.toThrow(
    UpstreamUnavailableError,
  );
  expect(requests).toBe(2);
  server.close();
  await expect(fetchJson(await cutting(9), { service: "ghn", tries: 1 })).rejects.toThrow(UpstreamUnavailableError);
  expect(requests).toBe(1);
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { Config } from "#shop/kernel/base/config.ts";
import { collectMetrics } from "./collect-gauges.ts";
import { registry } from "#shop/kernel/observability/metrics.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

/**
 * Serves `GET /metrics` on a port of its own, which no proxy in front of the shop exposes. @returns the port, and a
 * function that stops it @throws if the port is taken
 */
export async function serveMetrics(
  { host, port }: NonNullable<Config["metrics"]>,
  shop: AppContext,
): Promise<{ port: number; stop(): Promise<void> }> {
  // metrics of the process: event loop, memory, garbage collection, CPU
  if (!registry.getSingleMetric("process_cpu_seconds_total")) {
    const { collectDefaultMetrics } = await import("prom-client");
    collectDefaultMetrics({ register: registry });
  }
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
    collectMetrics(shop).then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        shop.log.error({ err: error }, "collecting the metrics failed");
        response.writeHead(500).end();
      },
    );
  }).listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

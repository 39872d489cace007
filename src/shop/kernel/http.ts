import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { Config } from "./config.ts";
import { Refusal, renderProblem } from "./problems.ts";
import type { Shop } from "./shop.ts";

const bodyLimitBytes = 1024 * 1024;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** One name for an origin; in the demonstration every name of this machine is the same shop. */
const originName = (origin: string, config: Config): string => {
  const url = URL.parse(origin);
  if (!url) return "";
  const host = config.mode === "demo" && loopback.has(url.hostname) ? "localhost" : url.hostname;
  return `${url.protocol}//${host}:${url.port}`;
};

/** Gateways and carriers post from their own servers, never with a visitor's cookies. */
const serverToServer = /^\/wp-json\/(lianne-paypal\/v1\/webhook|ghn\/v1\/webhook\/)/;

/** A browser says where a call comes from; a call that changes something must come from the shop's own pages. */
function refuseOtherOrigins(request: FastifyRequest, config: Config): void {
  if (safeMethods.has(request.method) || serverToServer.test(request.url)) return;
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const foreign =
    origin === undefined
      ? site !== undefined && site !== "same-origin" && site !== "none"
      : originName(origin, config) !== originName(config.publicUrl, config);
  if (foreign) throw new Refusal(403, "rest_wrong_origin", "This call must come from the shop's own pages.");
}

const logSerializers = {
  // no query: keys, signatures and keywords do not belong in a log
  req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split("?")[0], address: request.ip }),
};

/** Files and health checks, which would drown everything else in the log. */
const isRoutine = ({ url }: FastifyRequest): boolean =>
  url.startsWith("/assets/") || url.startsWith("/media/") || url === "/healthz" || url === "/readyz";

/** The HTTP server of the shop, with everything that holds for each call; routes are registered on it. */
export async function createHttp(shop: Pick<Shop, "config" | "log">): Promise<FastifyInstance> {
  const { config, log } = shop;
  const app = Fastify({
    loggerInstance: log.child({}, { serializers: logSerializers }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: isRoutine }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: true,
  });
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: bodyLimitBytes });
  // an empty JSON body is an empty object: clients send the header with nothing behind it
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, {});
    try {
      done(null, JSON.parse(body as string) as unknown);
    } catch {
      done(new Refusal(400, "rest_invalid_json", "Invalid JSON body passed."));
    }
  });
  app.setErrorHandler(renderProblem);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    refuseOtherOrigins(request, config);
  });
  app.addHook("onSend", async (request, reply) => {
    if (!request.url.startsWith("/wp-json/")) return;
    reply.header("x-robots-tag", "noindex");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
  return app;
}

import type { IncomingMessage } from "node:http";
import cookie from "@fastify/cookie";
import proxyAddr from "@fastify/proxy-addr";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { serveFastPath, wasServedFromCache } from "#shop/kernel/cache/serve-fast-path.ts";
import { closeIdleConnections } from "./close-idle-connections.ts";
import { overrideMethod, rejectUnknownMethod } from "#shop/kernel/request/method-override.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { requests } from "#shop/kernel/observability/metrics.ts";
import { requestId } from "#shop/kernel/observability/request-context.ts";
import { respondToPreflight, rejectCrossOriginRequests, setCorsHeaders } from "./cors.ts";
import { isBackOfficeHost, requireMatchingHost, separateHost } from "#shop/kernel/request/back-office-host.ts";
import { renderProblem } from "#shop/kernel/request/error-response.ts";
import { addBodyParsers } from "#shop/kernel/request/body-parsers.ts";
import { addRestHeaders } from "./rest-headers.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { closeSlowClients } from "./slow-client-timeout.ts";

const bodyLimitBytes = 1024 * 1024;
/** HSTS: a browser that has connected by https once uses nothing else, so that no attacker can downgrade it to http. */
const hstsPolicy = "max-age=31536000";
/** Far more than a proxy holds open; each costs memory and a file descriptor. */
const maxConnections = 5_000;

/** Timeouts for slow clients. */
export interface ClientTimeouts {
  /** for the head of a request */
  headersMs: number;
  /** for the whole request, image uploads included */
  requestMs: number;
  /** how often the timeouts are checked */
  checkEveryMs: number;
}
const defaultTimeouts: ClientTimeouts = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 2_000 };

/** Without the query and the carrier's secret: keys, signatures and search terms do not belong in a log. */
const loggedPath = ({ url }: FastifyRequest): string | undefined =>
  url.split("?")[0]?.replace(/(\/ghn\/v1\/webhook\/).+/, "$1…");
const logSerializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request), address: request.ip }),
};

/** Files and health checks, which would flood the log. */
const isRoutine = ({ url }: FastifyRequest): boolean =>
  url.startsWith("/assets/") || url.startsWith("/media/") || url === "/healthz" || url === "/readyz";

/**
 * Logs one line per request, when it is completed. Responses from the cache are counted but not logged: a busy shop has
 * a proxy in front of it, which logs these and those that it serves itself.
 */
class RequestLog extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request) || wasServedFromCache(reply)) return;
    const fields = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...fields, err: error }, "request errored");
    else request.log.info(fields, "request completed");
  }
}

function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { mode, publicUrl }: AppContext["config"],
): void {
  if (mode === "live" && publicUrl.startsWith("https:")) reply.header("strict-transport-security", hstsPolicy);
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
}

/** The shop's HTTP server with everything that applies to every request; routes are registered on it. */
export async function createHttp(
  shop: Pick<AppContext, "config" | "log" | "cache" | "limits">,
  { headersMs, requestMs, checkEveryMs } = defaultTimeouts,
): Promise<FastifyInstance> {
  const { config, log, cache, limits } = shop;
  const app = Fastify({
    loggerInstance: log.child({}, { serializers: logSerializers }) as FastifyBaseLogger,
    logController: new RequestLog({ disableRequestLogging: isRoutine }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // in-process requests of a page get the id of the request for the page
    genReqId: requestId,
    bodyLimit: bodyLimitBytes,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
    requestTimeout: requestMs,
    connectionTimeout: 60_000,
    forceCloseConnections: "idle",
    // a token of 500 labels
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 6_000 },
    exposeHeadRoutes: true,
    rewriteUrl: overrideMethod,
    // a path that cannot be decoded has no route, so no hook runs for it
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, config);
      void reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
      void renderProblem(error, request, reply);
    },
  });
  app.server.maxConnections = maxConnections;
  closeIdleConnections(app);
  closeSlowClients(app);
  await app.register(cookie);
  addBodyParsers(app);
  app.setErrorHandler(renderProblem);
  // a missing file of the storefront or of a picture; Fastify's own response would repeat the path
  app.setNotFoundHandler((request, reply) => renderProblem(notFound(request), request, reply));
  app.addHook("onRequest", (request, reply, done) => {
    setSecurityHeaders(request, reply, config);
    if (respondToPreflight(request, reply, config)) return;
    try {
      requireMatchingHost(request, config);
      rejectCrossOriginRequests(request, config);
      rejectUnknownMethod(request);
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    requests.observe(method, routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  addRestHeaders(app, config);
  app.addHook("onSend", (request, reply, _payload, done) => {
    setCorsHeaders(request, reply, config);
    done();
  });
  const addressOf = clientAddress(config.trustedProxies);
  serveFastPath(app, cache, {
    // its host serves no page of the storefront, and few requests
    accepts: (request) => separateHost(config) === null || !isBackOfficeHost(request, config),
    tryCount: (request, limit) => limits.tryConsume(limit, addressOf(request)),
    count: (request, limit) => {
      if (!limits.isReady) return false;
      limits.consume(request, limit, request.ip);
      return true;
    },
  });
  return app;
}

/** The client's address, the same as Fastify's `request.ip`. */
function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const trust = proxyAddr.compile(trustedProxies);
  return (request) => proxyAddr(request, trust);
}

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
import {
  serveCachedHook,
  serveBeforeFastify,
  recordResponsesHook,
  wasServedFromCache,
} from "#shop/kernel/cache/raw-response-fast-path.ts";
import { callAt } from "./route-registry.ts";
import { endConnections } from "./close-idle-connections.ts";
import { overrideMethod, refuseUnknownMethod } from "./method-override.ts";
import { requests } from "#shop/kernel/observability/metrics.ts";
import { requestId } from "#shop/kernel/observability/request-context.ts";
import { answerPreflight, rejectForeignOrigins, setCorsHeaders } from "./cors.ts";
import { renderProblem } from "./errors.ts";
import { readBodies } from "./body-parsers.ts";
import { sendRestHeaders } from "./rest-headers.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { cutSlowReaders } from "./slow-client-timeout.ts";

const bodyLimitBytes = 1024 * 1024;
/** A browser that has come by https once comes by nothing else: nobody on its way can turn it back. */
const oneYear = "max-age=31536000";
/** Far more than a proxy holds open; each costs memory, and a system's file descriptors are finite. */
const maxConnections = 5_000;

/** How long a client may take. */
export interface ClientTimeouts {
  /** to send the head of a request */
  headersMs: number;
  /** to send the whole of it, a picture's file too */
  requestMs: number;
  /** how often that is looked at */
  checkEveryMs: number;
}
const patience: ClientTimeouts = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 2_000 };

/** No query, and no carrier's secret: keys, signatures and keywords do not belong in a log. */
const loggedPath = ({ url }: FastifyRequest): string | undefined =>
  url.split("?")[0]?.replace(/(\/ghn\/v1\/webhook\/).+/, "$1…");
const logSerializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request), address: request.ip }),
};

/** Files and health checks, which would drown everything else in the log. */
const isRoutine = ({ url }: FastifyRequest): boolean =>
  url.startsWith("/assets/") || url.startsWith("/media/") || url === "/healthz" || url === "/readyz";

/**
 * One line a request, when it is answered: it says all that one at the beginning would. What was given out of the memory is
 * counted, but not told: before a shop with many visitors stands a proxy, which knows of these and of those that it answered.
 */
class AnswersLog extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request) || wasServedFromCache(reply)) return;
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...facts, err: error }, "request errored");
    else request.log.info(facts, "request completed");
  }
}

/** The HTTP server of the shop, with everything that holds for each call; routes are registered on it. */
export async function createHttp(
  shop: Pick<AppContext, "config" | "log" | "cache" | "limits">,
  { headersMs, requestMs, checkEveryMs } = patience,
): Promise<FastifyInstance> {
  const { config, log, cache, limits } = shop;
  const app = Fastify({
    loggerInstance: log.child({}, { serializers: logSerializers }) as FastifyBaseLogger,
    logController: new AnswersLog({ disableRequestLogging: isRoutine }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // what a page asks of the store belongs to the request for the page
    genReqId: requestId,
    bodyLimit: bodyLimitBytes,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
    requestTimeout: requestMs,
    connectionTimeout: 60_000,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: true,
    rewriteUrl: overrideMethod,
  });
  app.server.maxConnections = maxConnections;
  endConnections(app);
  cutSlowReaders(app);
  const addressOf = clientAddress(config.trustedProxies);
  serveBeforeFastify(app, cache, (request, limit) => limits.takeFree(limit, addressOf(request)));
  await app.register(cookie);
  readBodies(app);
  app.setErrorHandler(renderProblem);
  const httpsAlone = config.mode === "live" && config.publicUrl.startsWith("https:");
  app.addHook("onRequest", (request, reply, done) => {
    if (httpsAlone) reply.header("strict-transport-security", oneYear);
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (answerPreflight(request, reply, config)) return;
    try {
      rejectForeignOrigins(request, config);
      refuseUnknownMethod(request);
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
  serveCachedHook(app, cache, (request) => countAgain(shop, request));
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    requests.observe(method, routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  sendRestHeaders(app, config);
  app.addHook("onSend", (request, reply, _payload, done) => {
    setCorsHeaders(request, reply, config);
    done();
  });
  recordResponsesHook(app, cache);
  return app;
}

/** The client's address, as Fastify tells it in `request.ip`. */
function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const trust = proxyAddr.compile(trustedProxies);
  return (request) => proxyAddr(request, trust);
}

/** Counts a call as serve() would. */
function countAgain({ limits }: Pick<AppContext, "limits">, request: FastifyRequest): boolean {
  const limit = callAt(request)?.limit;
  if (!limit) return true;
  if (!limits.heeded) return false;
  limits.consume(request, limit, request.ip);
  return true;
}

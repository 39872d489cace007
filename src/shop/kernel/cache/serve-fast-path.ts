import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AddressLimit } from "#contract/endpoint.ts";
import { requests } from "#shop/kernel/observability/metrics.ts";
import { requestId } from "#shop/kernel/observability/request-context.ts";
import { type FastPathEntry, type Loader, type RawResponse, writeRaw } from "./fast-path.ts";
import type { ResponseCache } from "./response-cache.ts";

/** What decides whether the fast path serves a request: its host, and the rate limits. */
export interface FastPathChecks {
  /** Whether requests to this host may be served from the cache */
  accepts(request: IncomingMessage): boolean;
  /** Counts a request if that is possible and it is within the limit. @returns false otherwise, for Fastify to decide */
  tryCount(request: IncomingMessage, limit: AddressLimit): boolean;
  /** Counts a request. @returns false if the limits are not loaded yet @throws HttpError over the limit */
  count(request: FastifyRequest, limit: AddressLimit): boolean;
}

const served = new WeakSet<FastifyReply>();
/** Whether a reply was a raw response from the cache. */
export const wasServedFromCache = (reply: FastifyReply): boolean => served.has(reply);

/**
 * Sends raw responses before Fastify handles the request: creating its request, reply and child logger would double the
 * work.
 */
function serveBeforeFastify(app: FastifyInstance, cache: ResponseCache, checks: FastPathChecks): void {
  const [serveWithFastify] = app.server.listeners("request") as RequestListener[];
  if (!serveWithFastify) throw new Error("Fastify has no request listener");
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.server.removeListener("request", serveWithFastify);
  app.server.prependListener("request", (request, response) => {
    const found =
      closing || request.method !== "GET" || !checks.accepts(request) ? undefined : cache.fastPath.find(request);
    if (!found?.raw || (found.entry.limit && !checks.tryCount(request, found.entry.limit)))
      return serveWithFastify(request, response);
    const startedAt = performance.now();
    cache.stats.hit++;
    const status = writeRaw({ raw: request, response, id: requestId() }, found.raw);
    requests.observe("GET", found.entry.route, status, (performance.now() - startedAt) / 1000);
  });
}

function sendRaw(request: FastifyRequest, reply: FastifyReply, raw: RawResponse): void {
  reply.hijack();
  writeRaw({ raw: request.raw, response: reply.raw, id: request.id }, raw);
}

/**
 * Loads and sends a response. @returns false if it has other headers than the stored one: the request takes the normal
 * path
 */
async function loadAndSend(
  cache: ResponseCache,
  { entry, load }: { entry: FastPathEntry; load: Loader },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const raw = await cache.fastPath.load(entry, load, request.headers["accept-encoding"]);
  if (raw) sendRaw(request, reply, raw);
  return raw !== undefined;
}

/**
 * Serves the other requests in a hook of Fastify: those made inside the process, those that the rate limit rejects, and
 * those whose response must be loaded again.
 */
function serveInFastify(app: FastifyInstance, cache: ResponseCache, checks: FastPathChecks): void {
  app.addHook("onRequest", (request, reply, done) => {
    const found =
      request.raw.method === "GET" && checks.accepts(request.raw) ? cache.fastPath.find(request.raw) : undefined;
    if (!found) return done();
    const { entry, raw } = found;
    try {
      if (entry.limit && !checks.count(request, entry.limit)) return done();
    } catch (error) {
      return done(error as Error);
    }
    if (raw) {
      cache.stats.hit++;
      served.add(reply);
      sendRaw(request, reply, raw);
    } else if (entry.load) {
      loadAndSend(cache, { entry, load: entry.load }, request, reply).then((sent) => !sent && done(), done);
    } else done();
  });
}

/**
 * Serves cached public responses before everything that a request normally passes through. Call after all other hooks are added:
 * the checks that every request needs come before it, and responses are recorded with their final headers.
 */
export function serveFastPath(app: FastifyInstance, cache: ResponseCache, checks: FastPathChecks): void {
  serveBeforeFastify(app, cache, checks);
  serveInFastify(app, cache, checks);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (
      request.raw.method === "GET" &&
      reply.statusCode === 200 &&
      Buffer.isBuffer(payload) &&
      checks.accepts(request.raw)
    )
      cache.fastPath.record(request, reply);
    done();
  });
}

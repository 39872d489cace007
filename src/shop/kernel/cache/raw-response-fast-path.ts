import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AddressLimit } from "#contract/endpoint.ts";
import { best } from "./cached-response.ts";
import { requests } from "#shop/kernel/observability/metrics.ts";
import { requestId } from "#shop/kernel/observability/request-context.ts";
import { writeRawResponse, withBytes } from "./raw-response-cache.ts";
import { headMatches, type CacheLoader } from "./cached-endpoints.ts";
import type { ResponseCache } from "./response-cache.ts";

/**
 * Answers what is ready before Fastify hears of it: for such an answer its request, its reply and its child of the log would be
 * half of the work.
 * @param count counts a call of this address. @returns false where Fastify has to say that it is one too many
 */
export function serveBeforeFastify(
  app: FastifyInstance,
  cache: ResponseCache,
  count: (request: IncomingMessage, limit: AddressLimit) => boolean,
): void {
  const [serve] = app.server.listeners("request") as RequestListener[];
  if (!serve) throw new Error("the server has nobody who answers");
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.server.removeListener("request", serve);
  app.server.prependListener("request", (raw, response) => {
    const found = closing || raw.method !== "GET" ? null : cache.ready(raw);
    if (!found || (found.ready.limit && !count(raw, found.ready.limit))) return serve(raw, response);
    const begun = performance.now();
    cache.tally.hit++;
    const status = writeRawResponse({ raw, response, id: requestId() }, found);
    requests.observe("GET", found.ready.route, status, (performance.now() - begun) / 1000);
  });
}

const again = new WeakSet<FastifyReply>();
/** Whether a reply was one that had been ready. */
export const wasServedFromCache = (reply: FastifyReply): boolean => again.has(reply);

const sendWith = (
  request: FastifyRequest,
  reply: FastifyReply,
  found: Parameters<typeof writeRawResponse>[1],
): void => {
  reply.hijack();
  writeRawResponse({ raw: request.raw, response: reply.raw, id: request.id }, found);
};

/** Makes an answer by its recipe and sends it. @returns false where it says something else around it now */
async function revalidateAndSend(
  cache: ResponseCache,
  recipe: CacheLoader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { kept, again } = await cache.getOrLoad(recipe.key, recipe.make);
  if (!headMatches(recipe, kept)) return false;
  const { encoding, bytes, lasting } = await best(kept, request.headers["accept-encoding"], again);
  const beside = ["etag", kept.etag, ...(encoding ? ["content-encoding", encoding] : [])];
  const ready = withBytes(recipe.around, bytes, beside);
  if (lasting) cache.remember(request, kept, ready);
  sendWith(request, reply, { kept, ready });
  return true;
}

/**
 * Answers what was answered before, before anything else is done about it: with the same bytes and headers where it is still kept,
 * else by the recipe that it was made by. Calls that are counted are counted here too.
 * @param count counts a call of this address. @throws Refusal over the limit. @returns false where it cannot be counted yet
 */
export function serveCachedHook(
  app: FastifyInstance,
  cache: ResponseCache,
  count: (request: FastifyRequest) => boolean,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.raw.method !== "GET") return done();
    const found = cache.ready(request.raw);
    const recipe = found ? undefined : cache.recipes.of(request.raw);
    if (!found && !recipe) return done();
    try {
      if (!count(request)) return done();
    } catch (error) {
      return done(error as Error);
    }
    if (found) {
      cache.tally.hit++;
      again.add(reply);
      sendWith(request, reply, found);
    } else if (recipe) revalidateAndSend(cache, recipe, request, reply).then((sent) => !sent && done(), done);
  });
}

/** Remembers what went out, for {@link serveCachedHook}. It has to be the last that is done with an answer. */
export function recordResponsesHook(app: FastifyInstance, cache: ResponseCache): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.raw.method === "GET" && reply.statusCode === 200 && Buffer.isBuffer(payload))
      cache.recordSent(request, reply, payload);
    done();
  });
}

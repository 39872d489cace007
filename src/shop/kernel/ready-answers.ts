import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { currencyCookie, languageCookie } from "#contract/language.ts";
import { encodingFor, type Kept } from "./kept-answer.ts";
import type { ResponseCache } from "./response-cache.ts";

/** An answer as it went out once, ready to be sent again as it is. */
export interface Ready {
  /** name, value, name, value; the second is the request's id, which is each time another */
  headers: string[];
  bytes: Buffer;
}

const choices = new RegExp(`(?:^|;\\s*)(${languageCookie}|${currencyCookie})=([^;]*)`, "g");

/** All that an answer that is the same for everybody may depend on. Of a cookie given twice the first counts, as everywhere. */
export function requestKey({ raw, headers }: FastifyRequest): string {
  const { cookie, authorization = "", origin = "" } = headers;
  const encoding = encodingFor(headers["accept-encoding"]) ?? "";
  const chosen = cookie === undefined ? "" : chosenIn(cookie);
  return `${raw.url}\n${encoding}\n${chosen}\n${origin}\n${authorization}`;
}

function chosenIn(cookie: string): string {
  const found: Record<string, string> = {};
  for (const [, name = "", value = ""] of cookie.matchAll(choices)) found[name] ??= value;
  return `${found[languageCookie] ?? ""}\n${found[currencyCookie] ?? ""}`;
}

/**
 * Whether the key of a request says of its cookies what the shop has understood of them. Its parser forgives more than the
 * key does (spaces, quotes, what is encoded): an answer to such a request belongs under nobody's key.
 */
export function isAsUnderstood({ headers, cookies }: FastifyRequest): boolean {
  const understood = `${cookies[languageCookie] ?? ""}\n${cookies[currencyCookie] ?? ""}`;
  return headers.cookie === undefined || chosenIn(headers.cookie) === understood;
}

/** What follows from the answer itself, and what is each request's own. */
const left = new Set(["x-request-id", "content-length", "date", "connection", "keep-alive"]);

/** The answer as it is about to go out; null where it may not be given to the next who asks. */
export function readyFrom(reply: FastifyReply, bytes: Buffer): Ready | null {
  const headers = reply.getHeaders();
  if (headers["set-cookie"] || /no-store/.test(String(headers["cache-control"]))) return null;
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !left.has(name));
  return {
    headers: [
      ...["x-request-id", ""],
      ...kept.flatMap(([name, value]) => [name, String(value)]),
      ...["content-length", String(bytes.length)],
    ],
    bytes,
  };
}

const again = new WeakSet<FastifyReply>();
/** Whether a reply was one that had been ready. */
export const wasAnsweredAgain = (reply: FastifyReply): boolean => again.has(reply);

function send(request: FastifyRequest, reply: FastifyReply, { kept, ready }: { kept: Kept; ready: Ready }): void {
  reply.hijack();
  again.add(reply);
  const { headers, bytes } = ready;
  headers[1] = request.id;
  if (request.headers["if-none-match"] === kept.etag) {
    reply.raw.writeHead(304, headers.slice(0, -2)).end();
    return;
  }
  reply.raw.writeHead(200, headers).end(bytes);
}

/**
 * Answers what was answered before and is still kept, before anything else is done about it: with the same bytes and the
 * same headers. Calls that are counted are counted here too.
 * @param count counts a call of this address. @throws Refusal over the limit. @returns false where it cannot be counted yet
 */
export function answerAgain(
  app: FastifyInstance,
  cache: ResponseCache,
  count: (request: FastifyRequest) => boolean,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.raw.method !== "GET") return done();
    const found = cache.ready(request);
    if (!found) return done();
    try {
      if (!count(request)) return done();
    } catch (error) {
      return done(error as Error);
    }
    send(request, reply, found);
  });
}

/** Remembers what went out, for {@link answerAgain}. It has to be the last that is done with an answer. */
export function rememberAnswers(app: FastifyInstance, cache: ResponseCache): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.raw.method === "GET" && reply.statusCode === 200 && Buffer.isBuffer(payload))
      cache.wentOut(request, reply, payload);
    done();
  });
}

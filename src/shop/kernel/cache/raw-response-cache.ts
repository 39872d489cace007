import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AddressLimit } from "#contract/endpoint.ts";
import { currencyCookie, languageCookie } from "#contract/language.ts";
import { endpointOf } from "#shop/kernel/http/route-registry.ts";
import { encodingFor, type CachedResponse } from "./cached-response.ts";

/** What is said around an answer: the same to everybody who asks alike. */
export interface ResponseHead {
  /** name, value, name, value; the second is the request's id, which is each time another */
  headers: string[];
  /** the pattern of its route, under which it is counted */
  route: string;
  /** what its calls are counted under, by address */
  limit: AddressLimit | undefined;
}

/** An answer as it went out once, ready to be sent again as it is. */
export interface RawResponse extends ResponseHead {
  bytes: Buffer;
}

/** A request, as far as an answer that is the same for everybody may depend on it. */
export type RequestLike = Pick<IncomingMessage, "url" | "headers">;

const choices = new RegExp(`(?:^|;\\s*)(${languageCookie}|${currencyCookie})=([^;]*)`, "g");

/** All that an answer that is the same for everybody may depend on. Of a cookie given twice the first counts, as everywhere. */
export function requestKey({ url, headers }: RequestLike): string {
  const { cookie, authorization = "", origin = "" } = headers;
  const encoding = encodingFor(headers["accept-encoding"]) ?? "";
  const chosen = cookie === undefined ? "" : chosenIn(cookie);
  return `${url}\n${encoding}\n${chosen}\n${origin}\n${authorization}`;
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
export function isCanonicalRequest({ headers, cookies }: FastifyRequest): boolean {
  const understood = `${cookies[languageCookie] ?? ""}\n${cookies[currencyCookie] ?? ""}`;
  return headers.cookie === undefined || chosenIn(headers.cookie) === understood;
}

/** What follows from the answer itself, and what is each request's own. */
const left = new Set(["x-request-id", "content-length", "date", "connection", "keep-alive"]);
/** what the bytes of an answer say of themselves */
const ofBytes = new Set(["etag", "content-encoding"]);

/** What stands around an answer that is about to go out; null where it may not be given to the next who asks. */
function aroundOf(request: FastifyRequest, reply: FastifyReply, without: ReadonlySet<string>): ResponseHead | null {
  const headers = reply.getHeaders();
  if (headers["set-cookie"] || /no-store/.test(String(headers["cache-control"]))) return null;
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !left.has(name) && !without.has(name),
  );
  return {
    headers: ["x-request-id", "", ...kept.flatMap(([name, value]) => [name, String(value)])],
    route: request.routeOptions.url ?? "none",
    limit: endpointOf(request)?.limit,
  };
}

/** The answer as it is about to go out; null where it may not be given to the next who asks. */
export function captureResponse(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): RawResponse | null {
  const around = aroundOf(request, reply, new Set());
  return around && withBytes(around, bytes, []);
}

/** What would stand around another answer to the same question. */
export const frameFrom = (request: FastifyRequest, reply: FastifyReply): ResponseHead | null =>
  aroundOf(request, reply, ofBytes);

/** @param beside headers of these bytes */
export const withBytes = ({ headers, route, limit }: ResponseHead, bytes: Buffer, beside: string[]): RawResponse => ({
  headers: [...headers, ...beside, "content-length", String(bytes.length)],
  route,
  limit,
  bytes,
});

/** Sends it, under the id of this request. @returns the status */
export function writeRawResponse(
  { raw, response, id }: { raw: IncomingMessage; response: ServerResponse; id: string },
  { kept, ready }: { kept: CachedResponse; ready: RawResponse },
): number {
  const { headers, bytes } = ready;
  headers[1] = id;
  if (raw.headers["if-none-match"] === kept.etag) {
    response.writeHead(304, headers.slice(0, -2)).end();
    return 304;
  }
  response.writeHead(200, headers).end(bytes);
  return 200;
}

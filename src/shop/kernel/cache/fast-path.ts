import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AddressLimit } from "#contract/endpoint.ts";
import { currencyCookie, languageCookie } from "#contract/language.ts";
import { addTags } from "./cache-tags.ts";
import {
  type Cacheable,
  type CachedResponse,
  type EncodedBody,
  encodeBody,
  encodingFor,
  maxVariants,
} from "./cached-response.ts";
import { TaggedCache } from "./tagged-cache.ts";

/** Loads a response. It depends on nothing but its key, and holds no reference to a request. */
export type Loader = () => Promise<Cacheable>;

/** The response cache, as far as the fast path uses it. */
interface ResponseSource {
  get(key: string): CachedResponse | undefined;
  getOrLoad(key: string, load: Loader): Promise<{ response: CachedResponse; isHit: boolean }>;
}

/** A response as it is written to the connection. */
export interface RawResponse {
  response: CachedResponse;
  /** name, value, name, value; the second is the request id, which is set for each request */
  headers: string[];
  /** where the headers of the body begin, which a 304 does not have */
  bodyHeadersAt: number;
  bytes: Buffer;
}

/** What the fast path needs to serve the requests with one request key: all that a public response may depend on. */
export interface FastPathEntry {
  requestKey: string;
  /** in the response cache */
  cacheKey: string;
  /** loads the response again after an invalidation; pages have none, as theirs depend on the request */
  load: Loader | undefined;
  /** headers of the loaded response; after a load with other headers the request takes the normal path */
  ownHeaders: Record<string, string>;
  /** all headers of the sent response except those of its body: name, value, name, value */
  headers: string[];
  /** pattern of its route, for the metrics */
  route: string;
  /** rate limit of the endpoint, by address */
  limit: AddressLimit | undefined;
  /** set while its response is in the cache */
  raw: RawResponse | undefined;
}

/** The part of a request that a public response may depend on. */
export type RequestLike = Pick<IncomingMessage, "url" | "headers">;

const choices = new RegExp(`(?:^|;\\s*)(${languageCookie}|${currencyCookie})=([^;]*)`, "g");

/** Everything that a public response may depend on. The first of duplicate cookies counts, as everywhere. */
function requestKeyOf({ url, headers }: RequestLike): string {
  const { cookie, authorization = "", origin = "" } = headers;
  const encoding = encodingFor(headers["accept-encoding"]) ?? "";
  const chosen = cookie === undefined ? "" : choicesIn(cookie);
  return `${url}\n${encoding}\n${chosen}\n${origin}\n${authorization}`;
}

function choicesIn(cookie: string): string {
  const values: Record<string, string> = {};
  for (const [, name = "", value = ""] of cookie.matchAll(choices)) values[name] ??= value;
  return `${values[languageCookie] ?? ""}\n${values[currencyCookie] ?? ""}`;
}

/**
 * Whether the request key has the same cookies that the shop has parsed. The cookie parser is more tolerant than the key (spaces,
 * quotes, encoded values): the response to such a request must not be stored under the key of others.
 */
function isCanonical({ headers, cookies }: FastifyRequest): boolean {
  const parsed = `${cookies[languageCookie] ?? ""}\n${cookies[currencyCookie] ?? ""}`;
  return headers.cookie === undefined || choicesIn(headers.cookie) === parsed;
}

/** Headers that belong to one request or connection, or follow from the body. */
const notStored = new Set([
  ...["x-request-id", "date", "connection", "keep-alive"],
  ...["content-length", "content-encoding", "etag"],
]);

/** Headers of a reply that is about to be sent; null if it must not be sent to other clients. */
function headersOf(reply: FastifyReply): string[] | null {
  const headers = reply.getHeaders();
  if (headers["set-cookie"] || /no-store/.test(String(headers["cache-control"]))) return null;
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || notStored.has(name) ? [] : [name, String(value)],
  );
}

function rawResponse(entry: FastPathEntry, response: CachedResponse, { encoding, bytes }: EncodedBody): RawResponse {
  const head = ["x-request-id", "", ...entry.headers, "etag", response.etag];
  return {
    response,
    headers: [...head, ...(encoding ? ["content-encoding", encoding] : []), "content-length", String(bytes.length)],
    bodyHeadersAt: head.length,
    bytes,
  };
}

/** Writes a response with the id of this request. @returns the status */
export function writeRaw(
  { raw, response, id }: { raw: IncomingMessage; response: ServerResponse; id: string },
  { response: cached, headers, bodyHeadersAt, bytes }: RawResponse,
): number {
  headers[1] = id;
  if (raw.headers["if-none-match"] === cached.etag) {
    response.writeHead(304, headers.slice(0, bodyHeadersAt)).end();
    return 304;
  }
  response.writeHead(200, headers).end(bytes);
  return 200;
}

/**
 * Whether a loaded response has the same headers as the stored one; the number of pages may have changed, for instance.
 */
function hasSameHeaders({ ownHeaders }: FastPathEntry, { status, headers }: CachedResponse): boolean {
  const names = Object.keys(headers);
  return (
    status === 200 &&
    names.length === Object.keys(ownHeaders).length &&
    names.every((name) => headers[name] === ownHeaders[name])
  );
}

/** estimated memory of an entry, without its raw response, which the response cache accounts for */
const entryBytes = 500;
const loaderBytes = 1500;
const maxEntriesBytes = 4 * 1024 * 1024;
/** A longer request key lists hundreds of ids, which its loader would hold several times. */
const maxLoaderKeyLength = 1_000;

/** The response that the response cache has sent for a request. */
interface SentResponse {
  response: CachedResponse;
  body: EncodedBody;
  load: Loader | undefined;
}

/** Stores public responses as they were sent, by request key, and sends them again. */
export class FastPath {
  readonly #source: ResponseSource;
  readonly #entries: TaggedCache<string, FastPathEntry>;
  /** the entries with a raw response of a cached response, oldest first */
  readonly #variants = new WeakMap<CachedResponse, FastPathEntry[]>();
  readonly #sent = new WeakMap<FastifyRequest, SentResponse>();

  constructor(source: ResponseSource, maxBytes = maxEntriesBytes) {
    this.#source = source;
    this.#entries = new TaggedCache({ maxSize: maxBytes });
  }

  /**
   * Finds the entry of a request. @returns with `raw`, the response to send; without it, an entry with a loader;
   * undefined if the request takes the normal path
   */
  find(request: RequestLike): { entry: FastPathEntry; raw: RawResponse | undefined } | undefined {
    if (this.#entries.count === 0) return undefined;
    const entry = this.#entries.get(requestKeyOf(request));
    if (!entry) return undefined;
    const raw = entry.raw && this.#source.get(entry.cacheKey) === entry.raw.response ? entry.raw : undefined;
    if (raw) addTags(raw.response.tags);
    return raw || entry.load ? { entry, raw } : undefined;
  }

  /** Loads an entry's response. @returns undefined if it has other headers than the stored one */
  async load(entry: FastPathEntry, load: Loader, acceptEncoding: string | undefined): Promise<RawResponse | undefined> {
    const { response, isHit } = await this.#source.getOrLoad(entry.cacheKey, load);
    if (!hasSameHeaders(entry, response)) return undefined;
    const body = await encodeBody(response, acceptEncoding, isHit);
    const raw = rawResponse(entry, response, body);
    if (body.isFinal) this.#attach(entry, raw);
    return raw;
  }

  /** Notes which response a request gets, for {@link record}. */
  prepareRecord(request: FastifyRequest, sent: SentResponse): void {
    this.#sent.set(request, sent);
  }

  /** Stores how a response was sent, with its final headers. */
  record(request: FastifyRequest, reply: FastifyReply): void {
    const sent = this.#sent.get(request);
    const headers = sent && isCanonical(request) ? headersOf(reply) : null;
    if (!sent || !headers) return;
    const { response, body } = sent;
    const requestKey = requestKeyOf(request.raw);
    const load = requestKey.length > maxLoaderKeyLength ? undefined : sent.load;
    if (!load && !body.isFinal) return;
    const entry: FastPathEntry = {
      ...{ requestKey, cacheKey: response.key, load, ownHeaders: response.headers, headers, raw: undefined },
      route: request.routeOptions.url ?? "none",
      limit: request.routeOptions.config.endpoint?.limit,
    };
    if (!load && this.#source.get(response.key) !== response) return;
    this.#entries.set(requestKey, entry, [], entryBytes + 2 * requestKey.length + (load ? loaderBytes : 0));
    if (body.isFinal) this.#attach(entry, rawResponse(entry, response, body));
  }

  #attach(entry: FastPathEntry, raw: RawResponse): void {
    if (this.#source.get(entry.cacheKey) !== raw.response) return;
    const variants = this.#variants.get(raw.response) ?? [];
    this.#variants.set(raw.response, variants);
    if (!variants.includes(entry)) variants.push(entry);
    entry.raw = raw;
    if (variants.length > maxVariants) for (const oldest of variants.splice(0, 1)) this.#detach(oldest);
  }

  /** Drops the raw responses of a response that has left the cache. */
  forget(response: CachedResponse): void {
    for (const entry of this.#variants.get(response) ?? []) if (entry.raw?.response === response) this.#detach(entry);
  }

  #detach(entry: FastPathEntry): void {
    entry.raw = undefined;
    if (!entry.load && this.#entries.get(entry.requestKey) === entry) this.#entries.delete(entry.requestKey);
  }
}

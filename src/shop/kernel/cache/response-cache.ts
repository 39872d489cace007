import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { channel, barrierOf } from "./cache-invalidation.ts";
import { collectTag } from "./cache-tags.ts";
import { type Db, type Listener, sql } from "#shop/kernel/db/database.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { best, type Cacheable, type CachedResponse, toCachedResponse, maxVariants } from "./cached-response.ts";
import { type InvalidatableCache, ALL_TAGS, FragmentCache } from "./fragment-cache.ts";
import { ProductDetailsCache } from "./product-details-cache.ts";
import {
  type RequestLike,
  frameFrom,
  isCanonicalRequest,
  type RawResponse,
  captureResponse,
  requestKey,
} from "./raw-response-cache.ts";
import { CacheLoaderRegistry } from "./cached-endpoints.ts";

export { publishInvalidation } from "./cache-invalidation.ts";
export { collectTags, markIncomplete } from "./cache-tags.ts";
export type { Cacheable };

/** waiting longer than this for an announcement to arrive, a writer is answered anyway */
const patienceMs = 1000;

/** What a request was given. */
interface SentResponse {
  kept: CachedResponse;
  /** whether there will be no smaller form of it */
  lasting: boolean;
  recipe: { key: string; make: () => Promise<Cacheable> } | undefined;
}

/** Answers kept as ready bytes, the least recently used dropped first. One for the process. */
export class ResponseCache {
  /** Only while announcements are heard is anything kept. What was kept before answers nobody, unless the database is away. */
  #state: "subscribed" | "disconnected" | "database-down" = "disconnected";
  readonly #kept = new Map<string, CachedResponse>();
  readonly #inFlight = new Map<string, Promise<CachedResponse>>();
  /** what is made, or will be when its turn comes */
  readonly #queued = new Map<string, Promise<CachedResponse>>();
  readonly #keysOfTag = new Map<string, Set<string>>();
  /** how often what was asked for was there */
  readonly tally = { hit: 0, miss: 0 };
  /** what else is kept of the catalogue, and stale with the same announcements */
  readonly #beside: InvalidatableCache[] = [];
  readonly facts = this.registerDependent(new ProductDetailsCache<unknown>());
  readonly parts = this.registerDependent(new FragmentCache());
  readonly #maxBytes: number;
  readonly #admission: AdmissionController;
  /** for each making under way, the tags that went stale since it began: with one of its own it is served but not kept */
  readonly #staleSince = new Set<Set<string>>();
  /** who waits for an announcement of their own to arrive */
  readonly #waiting = new Map<string, () => void>();
  /** what went out, by all that the request said: see raw-response-cache.ts */
  readonly #ready = new Map<string, CachedResponse>();
  /** what requests under way are answered with */
  readonly #answers = new WeakMap<FastifyRequest, SentResponse>();
  readonly recipes = new CacheLoaderRegistry();
  #bytes = 0;

  /** @param gate what is kept passes beside it; making it anew does not */
  constructor({ maxBytes = 64 * 1024 * 1024, admission = new AdmissionController() } = {}) {
    this.#maxBytes = maxBytes;
    this.#admission = admission;
  }

  /** Keeps something else of the catalogue, which is stale with the same announcements. */
  registerDependent<Other extends InvalidatableCache>(other: Other): Other {
    this.#beside.push(other);
    other.hearing(this.#state === "subscribed");
    return other;
  }

  /**
   * Follows the database's announcements until the returned function is called.
   * @param replica hears of everything first: what is dropped here is not made anew from what it had before
   */
  async subscribeToInvalidations(db: Db, log: Logger, replica?: Listener): Promise<() => Promise<void>> {
    return db.listen(channel, {
      onNotification: (payload) => {
        replica?.onNotification(payload);
        if (payload.startsWith(barrierOf(""))) this.#waiting.get(payload)?.();
        else this.invalidate(payload.split(" "));
      },
      onSubscribed: () => {
        replica?.onSubscribed();
        this.clear();
        this.#state = "subscribed";
        for (const one of this.#beside) one.hearing(true);
      },
      onDisconnected: () => {
        replica?.onDisconnected();
        if (this.#state === "subscribed")
          log.info("the response cache keeps nothing until announcements are heard again");
        this.#become("disconnected");
      },
      onDatabaseDown: () => {
        replica?.onDatabaseDown();
        if (this.#state !== "database-down") log.warn("the database is away: what is kept is served as it was");
        this.#become("database-down");
      },
    });
  }

  /**
   * Resolves when this process has heard of every change committed so far, so that whoever wrote reads what was written.
   * Announcements arrive in the order of the commits: one sent now comes after them all.
   */
  async waitForInvalidations(db: Db): Promise<void> {
    if (this.#state !== "subscribed") return; // nothing is kept
    const mark = barrierOf(randomUUID());
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const impatient = setTimeout(resolve, patienceMs);
    this.#waiting.set(mark, resolve);
    try {
      await db.write(sql`select pg_notify(${channel}, ${mark})`);
      await heard;
    } catch {
      // what was written is written: its writer is answered
    } finally {
      clearTimeout(impatient);
      this.#waiting.delete(mark);
    }
  }

  invalidate(tags: readonly string[]): void {
    this.#markStale(tags);
    for (const one of this.#beside) one.drop(tags);
    if (tags.includes(ALL_TAGS)) this.clear();
    for (const tag of tags) for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#forget(key);
  }

  /** What is being made may be stale already: who asks from now on does not wait for it. */
  #markStale(tags: readonly string[]): void {
    this.#inFlight.clear();
    this.#queued.clear();
    for (const stale of this.#staleSince) for (const tag of tags) stale.add(tag);
  }

  #become(state: "disconnected" | "database-down"): void {
    this.#state = state;
    this.#markStale([ALL_TAGS]);
    for (const one of this.#beside) one.hearing(false);
  }

  clear(): void {
    this.#markStale([ALL_TAGS]);
    this.#kept.clear();
    this.#ready.clear();
    this.#keysOfTag.clear();
    for (const one of this.#beside) one.clear();
    this.#bytes = 0;
  }

  /** Sends what is kept under the key, making it first if need be; several at once wait for one making. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<Cacheable>,
  ): Promise<FastifyReply> {
    return this.#send(request, reply, await this.getOrLoad(key, make));
  }

  /**
   * As {@link send}, and whoever asks the same again is answered before all else by what is made here: it must know nothing of
   * the request but what it says itself, and hold nothing of it.
   */
  async sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<Cacheable>,
  ): Promise<FastifyReply> {
    return this.#send(request, reply, { ...(await this.getOrLoad(key, make)), recipe: { key, make } });
  }

  /** What is kept under the key, or made for it. @returns `again` for what was kept */
  async getOrLoad(key: string, make: () => Promise<Cacheable>): Promise<{ kept: CachedResponse; again: boolean }> {
    const found = this.#use(key);
    this.tally[found ? "hit" : "miss"]++;
    const kept = found ?? (await this.#makeInTurn(key, make));
    collectTag(kept.tags);
    return { kept, again: found !== undefined };
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    { kept, again, recipe }: { kept: CachedResponse; again: boolean; recipe?: SentResponse["recipe"] },
  ): Promise<FastifyReply> {
    reply.headers(kept.headers).header("etag", kept.etag).header("vary", "accept-encoding, cookie");
    if (request.headers["if-none-match"] === kept.etag) return reply.code(304).send();
    const { encoding, bytes, lasting } = await best(kept, request.headers["accept-encoding"], again);
    if (encoding) reply.header("content-encoding", encoding);
    this.#answers.set(request, { kept, lasting, recipe });
    return reply.code(kept.status).send(bytes);
  }

  /** The answer to a request like one before, where it is still kept. */
  ready(request: RequestLike): { kept: CachedResponse; ready: RawResponse } | null {
    if (this.#state === "disconnected" || this.#ready.size === 0) return null;
    const key = requestKey(request);
    const known = this.#ready.get(key);
    const kept = known && this.#use(known.key);
    const ready = kept?.ready.get(key);
    if (!kept || !ready) return null;
    collectTag(kept.tags);
    return { kept, ready };
  }

  /** Hears what an answer of {@link send} went out as. */
  recordSent(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): void {
    const sent = this.#answers.get(request);
    if (!sent || !isCanonicalRequest(request)) return;
    const { kept, lasting, recipe } = sent;
    const around = recipe && frameFrom(request, reply);
    if (around) this.recipes.remember(request.raw, { ...recipe, given: kept.headers, around });
    const ready = lasting && captureResponse(request, reply, bytes);
    if (ready) this.remember(request, kept, ready);
  }

  /** Remembers how an answer that is kept goes out. */
  remember(request: FastifyRequest, kept: CachedResponse, ready: RawResponse): void {
    if (this.#kept.get(kept.key) !== kept) return;
    const [oldest] = kept.ready.keys();
    if (oldest !== undefined && kept.ready.size >= maxVariants) {
      kept.ready.delete(oldest);
      this.#ready.delete(oldest);
    }
    const key = requestKey(request.raw);
    kept.ready.set(key, ready);
    this.#ready.set(key, kept);
  }

  #use(key: string): CachedResponse | undefined {
    const kept = this.#state === "disconnected" ? undefined : this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  /** Makes it when its turn comes. Whoever is at work already, and asks for a part of it, waits for nobody who has no turn yet. */
  #makeInTurn(key: string, make: () => Promise<Cacheable>): Promise<CachedResponse> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    if (this.#admission.isAdmitted()) return this.#make(key, make);
    const before = this.#queued.get(key);
    if (before) return before;
    const turn = this.#admission
      .run("browsing", async () => this.#use(key) ?? this.#inFlight.get(key) ?? this.#make(key, make))
      .finally(() => {
        if (this.#queued.get(key) === turn) this.#queued.delete(key);
      });
    this.#queued.set(key, turn);
    return turn;
  }

  #make(key: string, make: () => Promise<Cacheable>): Promise<CachedResponse> {
    const stale = new Set<string>();
    this.#staleSince.add(stale);
    const making = make()
      .then((answer) => {
        const kept = toCachedResponse(answer, key);
        const lasting = answer.status === 200 && answer.toCachedResponse !== false && this.#state === "subscribed";
        if (lasting && ![ALL_TAGS, ...answer.tags].some((tag) => stale.has(tag))) this.#remember(key, kept);
        return kept;
      })
      .finally(() => {
        this.#staleSince.delete(stale);
        if (this.#inFlight.get(key) === making) this.#inFlight.delete(key);
      });
    this.#inFlight.set(key, making);
    return making;
  }

  #remember(key: string, kept: CachedResponse): void {
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    for (const tag of kept.tags) {
      const keys = this.#keysOfTag.get(tag) ?? new Set();
      this.#keysOfTag.set(tag, keys.add(key));
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    for (const ready of kept.ready.keys()) this.#ready.delete(ready);
    this.#bytes -= kept.bytes;
    for (const tag of kept.tags) {
      const keys = this.#keysOfTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOfTag.delete(tag);
    }
  }
}

import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { SingleFlight } from "#shop/kernel/base/single-flight.ts";
import { type Db, type NotificationListener, sql } from "#shop/kernel/db/database.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { barrierPrefix, channel } from "./cache-invalidation.ts";
import { addTags } from "./cache-tags.ts";
import { type CachedResponse, encodeBody, toCachedResponse } from "./cached-response.ts";
import { FastPath, type Loader } from "./fast-path.ts";
import { FragmentCache } from "./fragment-cache.ts";
import { ALL_TAGS, type InvalidatableCache, TaggedCache } from "./tagged-cache.ts";

/** a writer waits no longer than this for its own invalidations to arrive */
const barrierTimeoutMs = 1000;
const defaultMaxBytes = 64 * 1024 * 1024;

/** Complete responses as bytes, the least recently used evicted first. One per process. */
export class ResponseCache {
  /**
   * Entries are stored only while the LISTEN connection is up. After it drops, old entries are not served unless the database is
   * unavailable (serve stale).
   */
  #state: "subscribed" | "disconnected" | "database-down" = "disconnected";
  readonly #responses: TaggedCache<string, CachedResponse>;
  /** running loads, shared by concurrent requests for one key */
  readonly #inFlight = new SingleFlight<string, CachedResponse>();
  /** loads that are running or queued for admission */
  readonly #queued = new SingleFlight<string, CachedResponse>();
  /** caches of other data, invalidated by the same events */
  readonly #dependents: InvalidatableCache[] = [];
  /** writers that wait for their barrier to arrive */
  readonly #barriers = new Map<string, () => void>();
  readonly #admission: AdmissionController;
  readonly fragments = this.registerDependent(new FragmentCache());
  readonly fastPath = new FastPath(this);
  readonly stats = { hit: 0, miss: 0 };

  /** @param admission limits concurrent loads; hits are not limited */
  constructor({ maxBytes = defaultMaxBytes, admission = new AdmissionController() } = {}) {
    this.#admission = admission;
    this.#responses = new TaggedCache({ maxSize: maxBytes, onRemove: (response) => this.fastPath.forget(response) });
  }

  /** Adds a cache that is invalidated by the same events. */
  registerDependent<Other extends InvalidatableCache>(dependent: Other): Other {
    this.#dependents.push(dependent);
    if (this.#state === "subscribed") dependent.resume();
    return dependent;
  }

  /**
   * Receives the database's invalidation events until the returned function is called.
   * @param replica receives every event first, so that nothing is reloaded from an older state of it
   */
  async subscribeToInvalidations(db: Db, log: Logger, replica?: NotificationListener): Promise<() => Promise<void>> {
    return db.listen(channel, {
      onNotification: (payload) => {
        replica?.onNotification(payload);
        if (payload.startsWith(barrierPrefix)) this.#barriers.get(payload)?.();
        else this.invalidate(payload.split(" "));
      },
      onSubscribed: () => {
        replica?.onSubscribed();
        this.#detachLoads();
        this.#state = "subscribed";
        for (const cache of [this.#responses, ...this.#dependents]) cache.resume();
      },
      onDisconnected: () => {
        replica?.onDisconnected();
        if (this.#state === "subscribed") log.info("response cache suspended: not subscribed to invalidations");
        this.#suspend("disconnected");
      },
      onDatabaseDown: () => {
        replica?.onDatabaseDown();
        if (this.#state !== "database-down") log.warn("database unavailable: serving cached responses unchecked");
        this.#suspend("database-down");
      },
    });
  }

  /**
   * Resolves when this process has received the invalidations of all commits so far, so that a client reads its own writes.
   * Notifications arrive in the order of the commits: one that is sent now comes after all of them.
   */
  async waitForInvalidations(db: Db): Promise<void> {
    if (this.#state !== "subscribed") return; // no response is stored in this state
    const barrier = `${barrierPrefix}${randomUUID()}`;
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, barrierTimeoutMs);
    this.#barriers.set(barrier, resolve);
    try {
      await db.write(sql`select pg_notify(${channel}, ${barrier})`);
      await arrived;
    } catch {
      // the write is committed: its response must not fail
    } finally {
      clearTimeout(timer);
      this.#barriers.delete(barrier);
    }
  }

  /**
   * Invalidates the entries made from these tags, here and in the dependent caches. The events come from SQL (sql/catalog,
   * sql/cache-invalidation, sql/search), from publishInvalidation, and from writers of image names (catalog's store-parts.ts,
   * single-image.ts).
   */
  invalidate(tags: readonly string[]): void {
    this.#detachLoads();
    for (const cache of [this.#responses, ...this.#dependents]) cache.invalidate(tags);
  }

  clear(): void {
    this.invalidate([ALL_TAGS]);
  }

  /** Loads in flight may be stale: later requests do not join them. */
  #detachLoads(): void {
    this.#inFlight.detach();
    this.#queued.detach();
  }

  #suspend(state: "disconnected" | "database-down"): void {
    this.#state = state;
    this.#detachLoads();
    this.#responses.stopStoring();
    for (const dependent of this.#dependents) dependent.suspend();
  }

  /** Sends the response stored under the key, or loads it; concurrent requests share one load. */
  send(request: FastifyRequest, reply: FastifyReply, key: string, load: Loader): Promise<FastifyReply> {
    return this.#send(request, reply, { key, load, isReusable: false });
  }

  /**
   * As {@link send}; equal requests are later served by this loader before they are parsed: it must depend on nothing but the key,
   * and hold no reference to the request.
   */
  sendCached(request: FastifyRequest, reply: FastifyReply, key: string, load: Loader): Promise<FastifyReply> {
    return this.#send(request, reply, { key, load, isReusable: true });
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, load, isReusable }: { key: string; load: Loader; isReusable: boolean },
  ): Promise<FastifyReply> {
    const { response, isHit } = await this.getOrLoad(key, load);
    reply.headers(response.headers).header("etag", response.etag).header("vary", "accept-encoding, cookie");
    if (request.headers["if-none-match"] === response.etag) return reply.code(304).send();
    const body = await encodeBody(response, request.headers["accept-encoding"], isHit);
    if (body.encoding) reply.header("content-encoding", body.encoding);
    this.fastPath.prepareRecord(request, { response, body, load: isReusable ? load : undefined });
    return reply.code(response.status).send(body.bytes);
  }

  /** The response stored under the key, if it may be served now. */
  get(key: string): CachedResponse | undefined {
    return this.#state === "disconnected" ? undefined : this.#responses.get(key);
  }

  async getOrLoad(key: string, load: Loader): Promise<{ response: CachedResponse; isHit: boolean }> {
    const stored = this.get(key);
    this.stats[stored ? "hit" : "miss"]++;
    const response = stored ?? (await this.#loadAdmitted(key, load));
    addTags(response.tags);
    return { response, isHit: stored !== undefined };
  }

  /**
   * Loads under admission control: this is the priority `cached` of an endpoint. A load inside an admitted request skips the
   * queue, otherwise the two could deadlock.
   */
  #loadAdmitted(key: string, load: Loader): Promise<CachedResponse> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    if (this.#admission.isAdmitted()) return this.#load(key, load);
    return this.#queued.run(key, () =>
      this.#admission.run("browsing", async () => this.get(key) ?? this.#load(key, load)),
    );
  }

  /** Joins the running load of the key, or starts one. */
  #load(key: string, load: Loader): Promise<CachedResponse> {
    return this.#inFlight.run(key, () =>
      this.#responses.read(async (store) => {
        const loaded = await load();
        const response = toCachedResponse(loaded, key);
        if (loaded.status === 200 && loaded.store !== false) store(key, response, loaded.tags, response.bytes);
        return response;
      }),
    );
  }
}

import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { SingleFlight } from "#shop/kernel/base/single-flight.ts";
import { json, sql } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

interface CachedList {
  rows: readonly unknown[];
  fetchedAtMs: number;
}

/** far more than the carrier has lists */
const maxLists = 10_000;

/** The carrier's lists as last fetched: in this process's memory, and in the database for all processes. */
export class AddressCache {
  readonly #memory = new TaggedCache<string, CachedList>({ maxSize: maxLists });
  /** lists that the carrier does not have, with the time of the next attempt */
  readonly #missing = new TaggedCache<string, number>({ maxSize: maxLists });
  readonly #inFlight = new SingleFlight<string, readonly unknown[] | null>();
  readonly #shop: AppContext;
  /** so that a simulator's rows are never used for the real carrier */
  readonly #carrier: string;
  constructor(shop: AppContext, apiUrl: string) {
    this.#shop = shop;
    this.#carrier = `ghn ${new URL(apiUrl).hostname}`;
  }

  /**
   * A list that is at most a day old; if the carrier is unavailable, the last one, however old.
   * @param fetchRows queries the carrier; null if it has no such list. It throws if the carrier is unavailable.
   * @returns null if there is no such list or none was ever fetched
   */
  list<Row>(path: string, fetchRows: () => Promise<readonly Row[] | null>): Promise<readonly Row[] | null> {
    const now = this.#shop.clock.now().getTime();
    const cached = this.#memory.get(path);
    if (cached && now - cached.fetchedAtMs < dayMs) return Promise.resolve(cached.rows as readonly Row[]);
    if ((this.#missing.get(path) ?? 0) > now) return Promise.resolve(null);
    return this.#inFlight.run(path, () => this.#renew(path, fetchRows)) as Promise<readonly Row[] | null>;
  }

  async #renew<Row>(path: string, fetchRows: () => Promise<readonly Row[] | null>): Promise<readonly unknown[] | null> {
    const { db, clock } = this.#shop;
    const stored = await db.one<{ body: readonly unknown[]; fetchedAt: Date }>(
      sql`select body, fetched_at "fetchedAt" from carrier_response_cache where carrier = ${this.#carrier} and path = ${path}`,
    );
    const now = clock.now();
    if (stored && now.getTime() - stored.fetchedAt.getTime() < dayMs)
      return this.#remember(path, { rows: stored.body, fetchedAtMs: stored.fetchedAt.getTime() });
    try {
      const rows = await fetchRows();
      if (rows === null) {
        this.#missing.set(path, now.getTime() + 10 * minuteMs);
        return stored?.body ?? null;
      }
      await this.#store(path, rows, now);
      return this.#remember(path, { rows, fetchedAtMs: now.getTime() });
    } catch {
      return stored?.body ?? null;
    }
  }

  #remember(path: string, cached: CachedList): readonly unknown[] {
    this.#memory.set(path, cached);
    return cached.rows;
  }

  async #store(path: string, rows: readonly unknown[], now: Date): Promise<void> {
    await this.#shop.db.transaction((tx) =>
      tx.run(sql`
        insert into carrier_response_cache (carrier, path, body, fetched_at)
        values (${this.#carrier}, ${path}, ${json(rows)}::jsonb, ${now})
        on conflict (carrier, path) do update set body = excluded.body, fetched_at = excluded.fetched_at`),
    );
  }
}

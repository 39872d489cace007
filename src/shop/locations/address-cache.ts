import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { json, sql } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

interface Kept {
  rows: readonly unknown[];
  fetchedAtMs: number;
}

/** The carrier's lists as last answered: in this process's memory, and in the database for all of them. */
export class KeptLists {
  readonly #memory = new Map<string, Kept>();
  /** lists that the carrier does not have, until when it is not asked again */
  readonly #missing = new Map<string, number>();
  readonly #asking = new Map<string, Promise<readonly unknown[] | null>>();
  readonly #shop: AppContext;
  /** rows of a simulator are never taken for the carrier's own */
  readonly #carrier: string;
  constructor(shop: AppContext, apiUrl: string) {
    this.#shop = shop;
    this.#carrier = `ghn ${new URL(apiUrl).hostname}`;
  }

  /**
   * A list not older than a day; when the carrier cannot be asked, the last one it gave, however old.
   * @param fetchRows asks the carrier; null when it has no such list. It throws when it cannot be asked.
   * @returns null when there is no such list or none was ever had
   */
  list<Row>(path: string, fetchRows: () => Promise<readonly Row[] | null>): Promise<readonly Row[] | null> {
    const now = this.#shop.clock.now().getTime();
    const kept = this.#memory.get(path);
    if (kept && now - kept.fetchedAtMs < dayMs) return Promise.resolve(kept.rows as readonly Row[]);
    if ((this.#missing.get(path) ?? 0) > now) return Promise.resolve(null);
    const running = this.#asking.get(path) ?? this.#renew(path, fetchRows).finally(() => this.#asking.delete(path));
    this.#asking.set(path, running);
    return running as Promise<readonly Row[] | null>;
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
        if (this.#missing.size > 10_000) this.#missing.clear();
        this.#missing.set(path, now.getTime() + 10 * minuteMs);
        return stored?.body ?? null;
      }
      await this.#store(path, rows, now);
      return this.#remember(path, { rows, fetchedAtMs: now.getTime() });
    } catch {
      return stored?.body ?? null;
    }
  }

  #remember(path: string, kept: Kept): readonly unknown[] {
    this.#memory.set(path, kept);
    return kept.rows;
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

import { setTimeout as pause } from "node:timers/promises";
import { type Counter, cannotNow, type Shop } from "./shop-pool.ts";

/**
 * The specified limit: an old price may be served for this long after a change, or after the database is available
 * again.
 */
const staleForMs = 2_000;
const changeEveryMs = 250;
const lookEveryMs = 60;
const firstPrice = 1_000_000;
const stepOfPrice = 1_000;

interface Change {
  version: number;
  atMs: number;
}

interface Watcher {
  shop: Shop;
  url: string;
  price: RegExp;
}

/** Pages and API responses that show a price, with the pattern that reads it. */
const places: readonly { path(id: number): string; price: RegExp }[] = [
  { path: (id) => `/wp-json/wc/v3/products/${id}?lang=vi`, price: /"price":"(\d+)"/ },
  { path: (id) => `/product-detail/${id}/x`, price: /"price":"?(\d+)/ },
];

/**
 * A merchant raising one product's price repeatedly, and readers at every shop that check that no response is out of
 * date.
 */
export class PriceWatch {
  readonly #counter: Counter;
  readonly #product: number;
  readonly #headers: { merchant: Record<string, string>; storefront: Record<string, string> };
  readonly #changes: Change[] = [];
  /** shops that are cut off from the database, and until when they may serve old prices */
  readonly #excused = new Map<Shop, number>();
  readonly #wrongs: string[] = [];
  /** by URL, the start of the newest read that had to be up to date */
  readonly #lookedAtMs = new Map<string, number>();
  #working: Promise<unknown> = Promise.resolve();
  #over = false;
  #calm: Promise<void> = Promise.resolve();
  looks = 0;

  constructor(counter: Counter, product: number, keys: { merchant: string; storefront: string }) {
    this.#counter = counter;
    this.#product = product;
    const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(key).toString("base64")}` });
    const merchant = { ...basic(keys.merchant), "x-forwarded-proto": "https", "content-type": "application/json" };
    this.#headers = { merchant, storefront: basic(keys.storefront) };
  }

  begin(): void {
    this.#working = Promise.all([this.#raise(), ...this.#watchers().map((watcher) => this.#watch(watcher))]);
    this.#working.catch(() => {});
  }

  /**
   * While the callback runs, these shops may be cut off from the database. The price is not changed meanwhile if these
   * are all shops, since the result of the change would be unknown.
   */
  async during(shops: readonly Shop[], outage: () => Promise<void>): Promise<void> {
    for (const shop of shops) this.#excused.set(shop, Number.POSITIVE_INFINITY);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#calm = promise;
    try {
      await outage();
    } finally {
      for (const shop of shops) this.#excused.set(shop, performance.now() + staleForMs);
      resolve();
    }
  }

  /** Resolves when every page at every shop has been read after old prices were last allowed there. */
  async everywhere(): Promise<void> {
    const sinceMs = performance.now() + staleForMs;
    const places = this.#watchers();
    while (!this.#over && !places.every(({ url }) => (this.#lookedAtMs.get(url) ?? 0) > sinceMs))
      await pause(lookEveryMs);
  }

  /** @returns the responses that were out of date */
  async end(): Promise<string[]> {
    this.#over = true;
    await this.#working;
    return this.#wrongs;
  }

  get wrongs(): readonly string[] {
    return this.#wrongs;
  }

  get changes(): number {
    return this.#changes.length;
  }

  async #raise(): Promise<void> {
    for (let version = 1; !this.#over; version++) {
      const regular_price = String(firstPrice + version * stepOfPrice);
      const { url } = this.#counter.chance.of(this.#counter.shops);
      const response = await fetch(`${url}/wp-json/wc/v3/products/${this.#product}`, {
        method: "PUT",
        headers: this.#headers.merchant,
        body: JSON.stringify({ regular_price }),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.status === 200) this.#changes.push({ version, atMs: performance.now() });
      else {
        if (response && !cannotNow.has(response.status))
          this.#wrongs.push(`a price's change was answered ${response.status}: ${text}`);
        // the next read shows whether it was done; the next change waits until nothing can overtake it
        await this.#calm;
      }
      await pause(changeEveryMs);
    }
  }

  #watchers = (): Watcher[] =>
    this.#counter.shops.flatMap((shop) =>
      places.map(({ path, price }) => ({ shop, price, url: `${shop.url}${path(this.#product)}` })),
    );

  async #watch({ shop, url, price }: Watcher): Promise<void> {
    while (!this.#over) {
      const beganMs = performance.now();
      const minVersion = this.#changes.findLast(({ atMs }) => atMs < beganMs - staleForMs)?.version ?? 0;
      const response = await fetch(url, { headers: this.#headers.storefront }).catch(() => null);
      const text = (await response?.text().catch(() => null)) ?? null;
      const forgiven = beganMs <= (this.#excused.get(shop) ?? 0);
      if (response && text !== null) this.#judge(url, { status: response.status, text, price, minVersion, forgiven });
      if (response?.status === 200 && !forgiven) this.#lookedAtMs.set(url, beganMs);
      await pause(lookEveryMs);
    }
  }

  #judge(
    url: string,
    seen: { status: number; text: string; price: RegExp; minVersion: number; forgiven: boolean },
  ): void {
    const { status, text, price, minVersion, forgiven } = seen;
    if (cannotNow.has(status)) return;
    this.looks++;
    const shown = price.exec(text)?.[1];
    if (status !== 200 || shown === undefined) {
      this.#wrongs.push(`${url} answered ${status} and the price ${shown}: ${text.slice(0, 300)}`);
      return;
    }
    const version = (Number(shown) - firstPrice) / stepOfPrice;
    if (version < minVersion && minVersion > 0 && !forgiven) {
      this.#wrongs.push(
        `${url} showed price ${version} when ${minVersion} had been set for more than ${staleForMs} ms`,
      );
    }
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { type ShopPool, unavailableStatuses, type Shop } from "./shop-pool.ts";

/**
 * The specified limit: an old price may be served for this long after a change, or after the database is available
 * again.
 */
const staleForMs = 2_000;
const changeEveryMs = 250;
const readEveryMs = 60;
const firstPrice = 1_000_000;
const stepOfPrice = 1_000;

interface Change {
  version: number;
  atMs: number;
}

interface PriceReader {
  shop: Shop;
  url: string;
  price: RegExp;
}

/** Pages and API responses that show a price, with the pattern that reads it. */
const pages: readonly { path(id: number): string; price: RegExp }[] = [
  { path: (id) => `/wp-json/wc/v3/products/${id}?lang=vi`, price: /"price":"(\d+)"/ },
  { path: (id) => `/product-detail/${id}/x`, price: /"price":"?(\d+)/ },
];

/**
 * A merchant raising one product's price repeatedly, and readers at every shop that check that no response is out of
 * date.
 */
export class PriceMonitor {
  readonly #pool: ShopPool;
  readonly #product: number;
  readonly #headers: { merchant: Record<string, string>; storefront: Record<string, string> };
  readonly #changes: Change[] = [];
  /** shops that are cut off from the database, and until when they may serve old prices */
  readonly #exemptUntilMs = new Map<Shop, number>();
  readonly #violations: string[] = [];
  /** by URL, the start of the newest read that had to be up to date */
  readonly #readAtMs = new Map<string, number>();
  #running: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #outageOver: Promise<void> = Promise.resolve();
  reads = 0;

  constructor(pool: ShopPool, product: number, keys: { merchant: string; storefront: string }) {
    this.#pool = pool;
    this.#product = product;
    const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(key).toString("base64")}` });
    const merchant = { ...basic(keys.merchant), "x-forwarded-proto": "https", "content-type": "application/json" };
    this.#headers = { merchant, storefront: basic(keys.storefront) };
  }

  start(): void {
    this.#running = Promise.all([this.#raisePrice(), ...this.#readers().map((reader) => this.#readRepeatedly(reader))]);
    this.#running.catch(() => {});
  }

  /**
   * While the callback runs, these shops may be cut off from the database. The price is not changed meanwhile if these
   * are all shops, since the result of the change would be unknown.
   */
  async during(shops: readonly Shop[], outage: () => Promise<void>): Promise<void> {
    for (const shop of shops) this.#exemptUntilMs.set(shop, Number.POSITIVE_INFINITY);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#outageOver = promise;
    try {
      await outage();
    } finally {
      for (const shop of shops) this.#exemptUntilMs.set(shop, performance.now() + staleForMs);
      resolve();
    }
  }

  /** Resolves when every page at every shop has been read after old prices were last allowed there. */
  async allPagesRead(): Promise<void> {
    const sinceMs = performance.now() + staleForMs;
    const pages = this.#readers();
    while (!this.#isStopped && !pages.every(({ url }) => (this.#readAtMs.get(url) ?? 0) > sinceMs))
      await pause(readEveryMs);
  }

  /** @returns the responses that were out of date */
  async stop(): Promise<string[]> {
    this.#isStopped = true;
    await this.#running;
    return this.#violations;
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  get changes(): number {
    return this.#changes.length;
  }

  async #raisePrice(): Promise<void> {
    for (let version = 1; !this.#isStopped; version++) {
      const regular_price = String(firstPrice + version * stepOfPrice);
      const { url } = this.#pool.chance.of(this.#pool.shops);
      const response = await fetch(`${url}/wp-json/wc/v3/products/${this.#product}`, {
        method: "PUT",
        headers: this.#headers.merchant,
        body: JSON.stringify({ regular_price }),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.status === 200) this.#changes.push({ version, atMs: performance.now() });
      else {
        if (response && !unavailableStatuses.has(response.status))
          this.#violations.push(`a price's change got the response ${response.status}: ${text}`);
        // the next read shows whether the price was changed; the next change waits until no earlier one can be applied
        // after it
        await this.#outageOver;
      }
      await pause(changeEveryMs);
    }
  }

  #readers = (): PriceReader[] =>
    this.#pool.shops.flatMap((shop) =>
      pages.map(({ path, price }) => ({ shop, price, url: `${shop.url}${path(this.#product)}` })),
    );

  async #readRepeatedly({ shop, url, price }: PriceReader): Promise<void> {
    while (!this.#isStopped) {
      const beganMs = performance.now();
      const minVersion = this.#changes.findLast(({ atMs }) => atMs < beganMs - staleForMs)?.version ?? 0;
      const response = await fetch(url, { headers: this.#headers.storefront }).catch(() => null);
      const text = (await response?.text().catch(() => null)) ?? null;
      const isExempt = beganMs <= (this.#exemptUntilMs.get(shop) ?? 0);
      if (response && text !== null)
        this.#checkResponse(url, { status: response.status, text, price, minVersion, isExempt });
      if (response?.status === 200 && !isExempt) this.#readAtMs.set(url, beganMs);
      await pause(readEveryMs);
    }
  }

  #checkResponse(
    url: string,
    response: { status: number; text: string; price: RegExp; minVersion: number; isExempt: boolean },
  ): void {
    const { status, text, price, minVersion, isExempt } = response;
    if (unavailableStatuses.has(status)) return;
    this.reads++;
    const shown = price.exec(text)?.[1];
    if (status !== 200 || shown === undefined) {
      this.#violations.push(`${url} responded with ${status} and the price ${shown}: ${text.slice(0, 300)}`);
      return;
    }
    const version = (Number(shown) - firstPrice) / stepOfPrice;
    if (version < minVersion && minVersion > 0 && !isExempt) {
      this.#violations.push(
        `${url} showed price ${version} when ${minVersion} had been set for more than ${staleForMs} ms`,
      );
    }
  }
}

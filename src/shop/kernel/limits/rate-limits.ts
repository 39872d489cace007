import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import type { FastifyRequest } from "fastify";
import { toInet } from "#shop/kernel/base/client-address.ts";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { isDatabaseUnavailable } from "#shop/kernel/db/database-unavailable.ts";
import { requestsRateLimited } from "#shop/kernel/observability/metrics.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { readSettings, type Setting } from "#shop/kernel/settings/settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { type LimitName, limits } from "./limits.ts";

/** The setting of each limit that the merchant can change. */
const settingOf: Partial<Record<LimitName, Setting<number>>> = limitSettings;
/** a changed setting takes effect after this at the latest, in every process */
const refreshEveryMs = 10_000;
const retryRefreshMs = 1_000;

/** The client's network: the owner of one IPv6 address has its whole /64, so all of it counts as one. */
export function networkOf(address: string): string {
  const plain = toInet(address);
  if (plain === null || !isIPv6(plain)) return address;
  // the URL parser normalizes an IPv6 address to hexadecimal groups
  const { hostname } = new URL(`http://[${plain}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...gap, ...tail];
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (!isMapped) return groups.slice(0, 4).join(":");
  const bytes = Buffer.from(
    groups
      .slice(6)
      .map((group) => group.padStart(4, "0"))
      .join(""),
    "hex",
  );
  return bytes.join(".");
}

interface Window {
  used: number;
  endsAtMs: number;
}
/** 100,000 windows, by size instead of `max`: for `max` the cache would allocate all of its entries at the start */
const windowsOptions = { maxSize: 100_000, sizeCalculation: () => 1 };

/**
 * True if the time is in the future by no more than `maxAheadMs`: a larger distance means that the system clock was set back,
 * and must not lock clients out.
 */
const isUpcoming = (timeMs: number, nowMs: number, maxAheadMs: number): boolean =>
  timeMs > nowMs && timeMs - nowMs <= maxAheadMs;

/** 429 with Retry-After. */
export function tooManyRequests(request: FastifyRequest, seconds: number): HttpError {
  return new HttpError(429, "rate_limited", t(languageOf(request), "errors.rate_limited", { seconds }), {
    headers: { "retry-after": String(seconds) },
  });
}

function overLimit(request: FastifyRequest, limit: LimitName, remainingMs: number): HttpError {
  requestsRateLimited.inc({ limit });
  return tooManyRequests(request, Math.ceil(remainingMs / 1000));
}

/** Counts requests in fixed windows, per process. */
export class RateLimits {
  // beyond the maximum the least recently used window is dropped, at a constant cost for each new one; an attacker's many addresses
  // do not drop the windows of accounts
  readonly #windowsByAddress = new LRUCache<string, Window>(windowsOptions);
  readonly #windowsByAccount = new LRUCache<string, Window>(windowsOptions);
  readonly #clock: Clock;
  readonly #enabled: boolean;
  #configured: ReadonlyMap<string, number> = new Map();
  #refreshAtMs = 0;
  constructor(clock: Clock, enabled: boolean) {
    this.#clock = clock;
    this.#enabled = enabled;
  }

  /** Loads the merchant's settings, unless that was done recently. */
  async refreshSettings(reader: Reader): Promise<void> {
    const now = this.#clock.now().getTime();
    if (!this.#enabled || isUpcoming(this.#refreshAtMs, now, refreshEveryMs)) return;
    this.#refreshAtMs = now + refreshEveryMs;
    try {
      this.#configured = await readSettings(reader, Object.values(limitSettings));
    } catch (error) {
      // cached responses need no database: they are limited by the values loaded last
      if (!isDatabaseUnavailable(error)) throw error;
      this.#refreshAtMs = now + retryRefreshMs;
    }
  }

  /** Whether the merchant's settings are loaded and recent, see {@link refreshSettings}. */
  get isReady(): boolean {
    return !this.#enabled || this.#clock.now().getTime() < this.#refreshAtMs;
  }

  #maxOf(name: LimitName): number {
    const setting = settingOf[name];
    return (setting && this.#configured.get(setting.name)) ?? limits[name].max;
  }

  /** Counts one request of `subject`, an IP address or account id. @throws HttpError 429 with Retry-After */
  consume(request: FastifyRequest, name: LimitName, subject: string): void {
    if (!this.#enabled) return;
    const now = this.#clock.now().getTime();
    const window = this.#windowOf(name, subject, now);
    window.used++;
    if (window.used > this.#maxOf(name)) throw overLimit(request, name, window.endsAtMs - now);
  }

  /** Without counting: @throws HttpError 429 if `subject` is over the limit already */
  assertWithin(request: FastifyRequest, name: LimitName, subject: string): void {
    if (!this.#enabled) return;
    const now = this.#clock.now().getTime();
    const window = this.#windowOf(name, subject, now);
    if (window.used > this.#maxOf(name)) throw overLimit(request, name, window.endsAtMs - now);
  }

  /**
   * Counts one request of `subject` if it is within the limit. @returns false, without counting, if it is over the limit or
   * the settings are not loaded
   */
  tryConsume(name: LimitName, subject: string): boolean {
    if (!this.#enabled) return true;
    if (!this.isReady) return false;
    const window = this.#windowOf(name, subject, this.#clock.now().getTime());
    if (window.used >= this.#maxOf(name)) return false;
    window.used++;
    return true;
  }

  #windowOf(name: LimitName, subject: string, now: number): Window {
    const { windowMs } = limits[name];
    const isByAddress = name.endsWith("ByAddress");
    const windows = isByAddress ? this.#windowsByAddress : this.#windowsByAccount;
    const key = `${name}:${isByAddress ? networkOf(subject) : subject}`;
    const current = windows.get(key);
    const window =
      current && isUpcoming(current.endsAtMs, now, windowMs) ? current : { used: 0, endsAtMs: now + windowMs };
    if (window !== current) windows.set(key, window);
    return window;
  }
}

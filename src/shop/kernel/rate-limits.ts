import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { AddressLimit } from "#contract/call.ts";
import { type Clock, minuteMs } from "./clock.ts";
import { languageOf } from "./preferences.ts";
import { Refusal } from "./problems.ts";
import { say } from "./sentences.ts";

export interface Limit {
  max: number;
  windowMs: number;
}

/** First limits; each counts calls of one address or one account. */
export const limits = {
  loginByAccount: { max: 10, windowMs: 15 * minuteMs },
  loginByAddress: { max: 30, windowMs: 15 * minuteMs },
  registerByAddress: { max: 10, windowMs: 60 * minuteMs },
  resetByAddress: { max: 5, windowMs: 60 * minuteMs },
  resetKeyByAddress: { max: 5, windowMs: 60 * minuteMs },
  resetByAccount: { max: 5, windowMs: 60 * minuteMs },
  orderByAccount: { max: 20, windowMs: 10 * minuteMs },
  searchByAddress: { max: 120, windowMs: minuteMs },
  /** what may end in a call to the carrier, which counts ours: far more than a checkout asks */
  carrierByAddress: { max: 300, windowMs: minuteMs },
  newsletterByAddress: { max: 10, windowMs: 60 * minuteMs },
  /** shoppers who come back from a gateway: each may ask it once more */
  returnByAddress: { max: 300, windowMs: 10 * minuteMs },
  /** messages in a gateway's name that are none of its: so many are written down, all are refused */
  refusedNoticeByAddress: { max: 100, windowMs: 10 * minuteMs },
  newsletterByAccount: { max: 10, windowMs: 60 * minuteMs },
} as const satisfies Record<AddressLimit | `${string}ByAccount`, Limit>;

/** Whoever has one address of IPv6 has all of its /64: they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...gap, ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

interface Window {
  used: number;
  endsAtMs: number;
}
const maxWindows = 100_000;

/** Counts calls in fixed windows, in this process. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #clock: Clock;
  readonly #on: boolean;
  constructor(clock: Clock, on: boolean) {
    this.#clock = clock;
    this.#on = on;
  }

  /** Counts one call of `who`. @throws Refusal 429 with Retry-After */
  take(request: FastifyRequest, name: keyof typeof limits, who: string): void {
    if (!this.#on) return;
    const now = this.#clock.now().getTime();
    const { max, windowMs } = limits[name];
    const key = `${name}:${name.endsWith("ByAddress") ? networkOf(who) : who}`;
    const open = this.#windows.get(key);
    const window = open && open.endsAtMs > now ? open : { used: 0, endsAtMs: now + windowMs };
    window.used++;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > maxWindows) this.#sweep(now);
    if (window.used <= max) return;
    const seconds = Math.ceil((window.endsAtMs - now) / 1000);
    throw new Refusal(429, "rate_limited", say(languageOf(request), "errors.rate_limited", { seconds }), {
      headers: { "retry-after": String(seconds) },
    });
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAtMs <= now || this.#windows.size > maxWindows) this.#windows.delete(key);
    }
  }
}

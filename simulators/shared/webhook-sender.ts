import { setTimeout as pause } from "node:timers/promises";
import type { NoticeFault } from "./faults.ts";

/** A notice on its way to the shop. */
export interface NoticeRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}
export interface WebhookResponse {
  status: number;
  body: string;
}
/** Delivers a webhook to the shop. @throws if there is no response */
export type Deliver = (request: NoticeRequest) => Promise<WebhookResponse>;

const timeoutMs = 15_000;

export const deliverByHttp: Deliver = async ({ method, url, headers, body }) => {
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await response.text() };
};

/** How a gateway delivers: which responses it accepts, and how often it tries. */
export interface RetryPolicy {
  deliver: Deliver;
  tries: number;
  retryMs: number;
  isAccepted(response: WebhookResponse): boolean;
}

export interface Dispatch {
  /** the nth try of it, from 1 */
  make(nth: number): NoticeRequest;
  /** called with the shop's response, "" if there was none */
  onResponse(response: string): void;
}

/** Faults of the delivery; others are faults of the content. */
export type DeliveryFault = "late" | "missing" | "double" | "after_return" | "out_of_order";

const lateMs = { late: 2_000, after_return: 300, out_of_order: 2_000 } as const;

/** Delivers webhooks with retries, and late, twice or out of order if a fault is set. */
export class Courier {
  readonly #manner: RetryPolicy;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** notices that let the next one go first */
  #heldBack: (() => void)[] = [];

  constructor(manner: RetryPolicy) {
    this.#manner = manner;
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves once the notice was tried for the first time; at once, if it comes later or never. */
  async dispatch(dispatch: Dispatch, fault: NoticeFault<string> | null): Promise<void> {
    switch (fault?.kind) {
      case "missing":
        return;
      case "late":
      case "after_return": {
        const afterMs = fault.late_ms ?? (fault.kind === "late" ? lateMs.late : lateMs.after_return);
        this.follow(() => this.#wait(afterMs).then(() => this.#deliver(dispatch)));
        return;
      }
      case "out_of_order":
        this.follow(() => this.#overtaken(fault.late_ms ?? lateMs.out_of_order).then(() => this.#deliver(dispatch)));
        return;
      default:
        await this.#deliver(dispatch, fault?.kind === "double" ? 2 : 1);
        this.#letGo();
    }
  }

  /** Runs background work, which is awaited before the simulator closes. */
  follow(work: () => Promise<void>): void {
    const followed = work().finally(() => this.#underWay.delete(followed));
    this.#underWay.add(followed);
  }

  /** Waits until nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#letGo();
    await this.idle();
  }

  /** The first try is awaited; the rest, if it needs them, follow by themselves. */
  async #deliver(dispatch: Dispatch, atOnce = 1): Promise<void> {
    const firsts = await Promise.all(Array.from({ length: atOnce }, (_, index) => this.#try(dispatch, index + 1)));
    if (!firsts.includes(true)) this.follow(() => this.#insist(dispatch, atOnce + 1));
  }

  async #insist(dispatch: Dispatch, from: number): Promise<void> {
    for (let nth = from; nth <= this.#manner.tries; nth++) {
      await this.#wait(this.#manner.retryMs);
      if (await this.#try(dispatch, nth)) return;
    }
  }

  async #try(dispatch: Dispatch, nth: number): Promise<boolean> {
    if (this.#closing.signal.aborted) return true;
    try {
      const response = await this.#manner.deliver(dispatch.make(nth));
      dispatch.onResponse(response.body);
      return this.#manner.isAccepted(response);
    } catch {
      dispatch.onResponse("");
      return false;
    }
  }

  #wait(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #overtaken(maxMs: number): Promise<void> {
    const letGo = new Promise<void>((go) => this.#heldBack.push(go));
    return Promise.race([letGo, this.#wait(maxMs)]);
  }

  #letGo(): void {
    const waiting = this.#heldBack;
    this.#heldBack = [];
    for (const go of waiting) go();
  }
}

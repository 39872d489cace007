import { setTimeout as pause } from "node:timers/promises";
import type { NotificationFault } from "./faults.ts";

/** The HTTP request of a notification to the shop. */
export interface NotificationRequest {
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
export type Deliver = (request: NotificationRequest) => Promise<WebhookResponse>;

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
  /** wait before each retry; of several, those before the first retry, the second, and so on */
  retryMs: number | readonly number[];
  isAccepted(response: WebhookResponse): boolean;
}

export interface Dispatch {
  /** the nth try of it, from 1 */
  make(nth: number): NotificationRequest;
  /** called with the shop's response, "" if there was none */
  onResponse(response: string): void;
}

/** Faults of the delivery; others are faults of the content. */
export type DeliveryFault = "late" | "missing" | "double" | "after_return" | "out_of_order";

const lateMs = { late: 2_000, after_return: 300, out_of_order: 2_000 } as const;

/** Delivers webhooks with retries, and late, twice or out of order if a fault is set. */
export class WebhookSender {
  readonly #policy: RetryPolicy;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** notifications that are sent after the next one (fault `out_of_order`) */
  #postponed: (() => void)[] = [];

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves after the first try; at once, if the fault delays or drops the notification. */
  async dispatch(dispatch: Dispatch, fault: NotificationFault<string> | null): Promise<void> {
    switch (fault?.kind) {
      case "missing":
        return;
      case "late":
      case "after_return": {
        const afterMs = fault.late_ms ?? (fault.kind === "late" ? lateMs.late : lateMs.after_return);
        this.runInBackground(() => this.#wait(afterMs).then(() => this.#deliver(dispatch)));
        return;
      }
      case "out_of_order":
        this.runInBackground(() =>
          this.#waitForNext(fault.late_ms ?? lateMs.out_of_order).then(() => this.#deliver(dispatch)),
        );
        return;
      default:
        await this.#deliver(dispatch, fault?.kind === "double" ? 2 : 1);
        this.#releasePostponed();
    }
  }

  /** Runs background work, which is awaited before the simulator closes. */
  runInBackground(work: () => Promise<void>): void {
    const followed = work().finally(() => this.#running.delete(followed));
    this.#running.add(followed);
  }

  /** Waits until no delivery is running or will be retried. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#releasePostponed();
    await this.idle();
  }

  /** Only the first try is awaited; retries run in the background. */
  async #deliver(dispatch: Dispatch, atOnce = 1): Promise<void> {
    const firsts = await Promise.all(Array.from({ length: atOnce }, (_, index) => this.#try(dispatch, index + 1)));
    if (!firsts.includes(true)) this.runInBackground(() => this.#retry(dispatch, atOnce + 1));
  }

  async #retry(dispatch: Dispatch, from: number): Promise<void> {
    for (let nth = from; nth <= this.#policy.tries; nth++) {
      await this.#wait(this.#waitBefore(nth));
      if (await this.#try(dispatch, nth)) return;
    }
  }

  async #try(dispatch: Dispatch, nth: number): Promise<boolean> {
    if (this.#closing.signal.aborted) return true;
    try {
      const response = await this.#policy.deliver(dispatch.make(nth));
      dispatch.onResponse(response.body);
      return this.#policy.isAccepted(response);
    } catch {
      dispatch.onResponse("");
      return false;
    }
  }

  #waitBefore(nth: number): number {
    const { retryMs } = this.#policy;
    return typeof retryMs === "number" ? retryMs : (retryMs[nth - 2] ?? retryMs.at(-1) ?? 0);
  }

  #wait(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #waitForNext(maxMs: number): Promise<void> {
    const released = new Promise<void>((release) => this.#postponed.push(release));
    return Promise.race([released, this.#wait(maxMs)]);
  }

  #releasePostponed(): void {
    const waiting = this.#postponed;
    this.#postponed = [];
    for (const release of waiting) release();
  }
}

import { AsyncLocalStorage } from "node:async_hooks";
import { loopDelayMs } from "./event-loop-delay.ts";
import { refused } from "#shop/kernel/observability/metrics.ts";

/** Priority classes of requests, highest first. */
export const priorities = ["paying", "cart", "merchant", "browsing"] as const;
export type Priority = (typeof priorities)[number];

export interface AdmissionLimits {
  /** how many run at once */
  maxConcurrent: number;
  /** how many may be queued; more are rejected at once */
  maxQueued: number;
  /** a request queued for longer is rejected: its browser has given up, or soon will */
  maxQueueTimeMs: number;
  /** while the event loop is delayed by more than this, no request of the class is admitted */
  maxEventLoopDelayMs: number;
}

/**
 * A task takes some ten milliseconds, so a queued one waits a second or two at most. Orders and payments are limited
 * too, to bound memory, but so generously that all other classes are rejected long before.
 */
export const defaultLimits: Readonly<Record<Priority, AdmissionLimits>> = {
  paying: { maxConcurrent: 64, maxQueued: 256, maxQueueTimeMs: 15_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  cart: { maxConcurrent: 48, maxQueued: 256, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  merchant: { maxConcurrent: 16, maxQueued: 64, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: 2_000 },
  // rendering runs on this thread: more at once would only lengthen each turn of the event loop, during which nothing
  // is admitted
  browsing: { maxConcurrent: 8, maxQueued: 64, maxQueueTimeMs: 5_000, maxEventLoopDelayMs: 1_000 },
};

/** Rejected under overload: the client may retry. */
export class OverloadedError extends Error {
  readonly urgency: Priority;
  constructor(urgency: Priority) {
    super(`too much is asked of the shop at once (${urgency})`);
    this.urgency = urgency;
  }
}

interface Waiter {
  begin(): void;
  giveUp(): void;
}

interface Line {
  inFlight: number;
  queued: Set<Waiter>;
  refused: number;
}

export interface GateOptions {
  bounds?: Readonly<Record<Priority, AdmissionLimits>>;
  /** current delay of the event loop, in ms */
  maxEventLoopDelayMs?: () => number;
}

const gone = (): boolean => false;

/**
 * Limits concurrent expensive requests per priority class; a lower class waits while a higher one is queued. Cached
 * responses, files and health checks are not limited.
 */
export class AdmissionController {
  readonly #bounds: Readonly<Record<Priority, AdmissionLimits>>;
  readonly #delayMs: () => number;
  readonly #lines: Record<Priority, Line>;
  readonly #inside = new AsyncLocalStorage<true>();

  constructor({ bounds = defaultLimits, maxEventLoopDelayMs = loopDelayMs }: GateOptions = {}) {
    this.#bounds = bounds;
    this.#delayMs = maxEventLoopDelayMs;
    const line = (): Line => ({ inFlight: 0, queued: new Set(), refused: 0 });
    this.#lines = { paying: line(), cart: line(), merchant: line(), browsing: line() };
  }

  /**
   * Runs the task when a slot is free. Requests the task makes to this server itself are already admitted.
   * @param isGone true if the client has disconnected
   * @throws OverloadedError
   */
  async run<T>(urgency: Priority, work: () => Promise<T>, isGone: () => boolean = gone): Promise<T> {
    if (this.isInside()) return work();
    const line = this.#lines[urgency];
    if (this.#mayBegin(urgency)) line.inFlight++;
    else await this.#turn(urgency);
    try {
      if (isGone()) throw new OverloadedError(urgency);
      return await this.#inside.run(true, work);
    } finally {
      line.inFlight--;
      this.#callNext();
    }
  }

  /** Whether the current async context runs inside an admitted task. */
  isInside(): boolean {
    return this.#inside.getStore() === true;
  }

  /** Number of running, queued and rejected requests of each class. */
  tally(): { urgency: Priority; inFlight: number; queued: number; refused: number }[] {
    return priorities.map((urgency) => {
      const { inFlight, queued, refused } = this.#lines[urgency];
      return { urgency, inFlight, queued: queued.size, refused };
    });
  }

  /** Whether a slot is free and no request of the same or a higher priority is queued. */
  #mayBegin(urgency: Priority): boolean {
    if (this.#isBehind(urgency)) return false;
    for (const before of priorities) {
      if (this.#lines[before].queued.size > 0) return false;
      if (before === urgency) return this.#lines[urgency].inFlight < this.#bounds[urgency].maxConcurrent;
    }
    return false;
  }

  #isBehind(urgency: Priority): boolean {
    const { maxEventLoopDelayMs } = this.#bounds[urgency];
    return maxEventLoopDelayMs !== Number.POSITIVE_INFINITY && this.#delayMs() > maxEventLoopDelayMs;
  }

  #refuse(urgency: Priority): void {
    this.#lines[urgency].refused++;
    refused.inc({ urgency });
  }

  #turn(urgency: Priority): Promise<void> {
    const line = this.#lines[urgency];
    const { maxQueued: queued, maxQueueTimeMs } = this.#bounds[urgency];
    if (line.queued.size >= queued || this.#isBehind(urgency)) {
      this.#refuse(urgency);
      return Promise.reject(new OverloadedError(urgency));
    }
    return new Promise((begin, refuse) => {
      const leave = (): void => {
        clearTimeout(timer);
        line.queued.delete(waiter);
      };
      const waiter: Waiter = {
        begin: () => {
          leave();
          line.inFlight++;
          begin();
        },
        giveUp: () => {
          leave();
          this.#refuse(urgency);
          refuse(new OverloadedError(urgency));
        },
      };
      const timer = setTimeout(waiter.giveUp, maxQueueTimeMs);
      line.queued.add(waiter);
    });
  }

  /** Starts queued tasks, highest priority first; while one of them has to wait, no lower class is started. */
  #callNext(): void {
    for (const urgency of priorities) {
      const line = this.#lines[urgency];
      for (const waiter of line.queued) {
        if (line.inFlight >= this.#bounds[urgency].maxConcurrent) return;
        waiter.begin();
      }
    }
  }
}

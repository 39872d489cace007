import { AsyncLocalStorage } from "node:async_hooks";
import { loopDelayMs } from "./event-loop-delay.ts";
import { refused } from "#shop/kernel/observability/metrics.ts";

/** What is asked of the shop, the most urgent first. */
export const priorities = ["paying", "cart", "merchant", "browsing"] as const;
export type Priority = (typeof priorities)[number];

export interface AdmissionLimits {
  /** how many are worked on at once */
  maxConcurrent: number;
  /** how many may wait for that; more are refused at once */
  maxQueued: number;
  /** who has waited so long is refused: their browser has given up, or will */
  maxQueueTimeMs: number;
  /** with the event loop behind by more than this nobody of the class is let in */
  maxEventLoopDelayMs: number;
}

/**
 * Work of some ten milliseconds each: what waits here waits a second or two at most. Orders and payments are bounded too, so
 * that memory is, but so widely that the rest has long been refused.
 */
export const defaultLimits: Readonly<Record<Priority, AdmissionLimits>> = {
  paying: { maxConcurrent: 64, maxQueued: 256, maxQueueTimeMs: 15_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  cart: { maxConcurrent: 48, maxQueued: 256, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  merchant: { maxConcurrent: 16, maxQueued: 64, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: 2_000 },
  // rendering is this thread's work: more at once would only make each turn of the event loop longer, in which nobody is let in
  browsing: { maxConcurrent: 8, maxQueued: 64, maxQueueTimeMs: 5_000, maxEventLoopDelayMs: 1_000 },
};

/** There is more to do than can be done: whoever asked may come again. */
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
  /** how far the event loop is behind */
  maxEventLoopDelayMs?: () => number;
}

const gone = (): boolean => false;

/**
 * Lets in what costs something, each class within its bounds, and nobody while somebody more urgent waits. Answers that are
 * kept, files and health checks pass beside it.
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
   * Does the work when its turn comes. What it asks of the shop itself belongs to it, and waits for no turn of its own.
   * @param isGone whether nobody waits for the answer any more
   * @throws Overloaded
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

  /** Whether the work at hand has had its turn. */
  isInside(): boolean {
    return this.#inside.getStore() === true;
  }

  /** How many of each class are worked on, wait, and were refused so far. */
  tally(): { urgency: Priority; inFlight: number; queued: number; refused: number }[] {
    return priorities.map((urgency) => {
      const { inFlight, queued, refused } = this.#lines[urgency];
      return { urgency, inFlight, queued: queued.size, refused };
    });
  }

  /** Whether there is room, and nobody is waiting who comes first. */
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

  /** The most urgent first: while one of them waits, nobody after them is called. */
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

import { AsyncLocalStorage } from "node:async_hooks";
import { loopDelayMs } from "./loop-delay.ts";
import { refused } from "./metrics.ts";

/** What is asked of the shop, the most urgent first. */
export const urgencies = ["paying", "cart", "merchant", "browsing"] as const;
export type Urgency = (typeof urgencies)[number];

export interface Bounds {
  /** how many are worked on at once */
  atWork: number;
  /** how many may wait for that; more are refused at once */
  waiting: number;
  /** who has waited so long is refused: their browser has given up, or will */
  patienceMs: number;
  /** with the event loop behind by more than this nobody of the class is let in */
  delayMs: number;
}

/**
 * Work of some ten milliseconds each: what waits here waits a second or two at most. Orders and payments are bounded too, so
 * that memory is, but so widely that the rest has long been refused.
 */
export const shopBounds: Readonly<Record<Urgency, Bounds>> = {
  paying: { atWork: 64, waiting: 256, patienceMs: 15_000, delayMs: Number.POSITIVE_INFINITY },
  cart: { atWork: 48, waiting: 256, patienceMs: 10_000, delayMs: Number.POSITIVE_INFINITY },
  merchant: { atWork: 16, waiting: 64, patienceMs: 10_000, delayMs: 2_000 },
  // rendering is this thread's work: more at once would only make each turn of the event loop longer, in which nobody is let in
  browsing: { atWork: 8, waiting: 64, patienceMs: 5_000, delayMs: 1_000 },
};

/** There is more to do than can be done: whoever asked may come again. */
export class Overloaded extends Error {
  readonly urgency: Urgency;
  constructor(urgency: Urgency) {
    super(`too much is asked of the shop at once (${urgency})`);
    this.urgency = urgency;
  }
}

interface Waiter {
  begin(): void;
  giveUp(): void;
}

interface Line {
  atWork: number;
  waiting: Set<Waiter>;
  refused: number;
}

export interface GateOptions {
  bounds?: Readonly<Record<Urgency, Bounds>>;
  /** how far the event loop is behind */
  delayMs?: () => number;
}

const gone = (): boolean => false;

/**
 * Lets in what costs something, each class within its bounds, and nobody while somebody more urgent waits. Answers that are
 * kept, files and health checks pass beside it.
 */
export class Gate {
  readonly #bounds: Readonly<Record<Urgency, Bounds>>;
  readonly #delayMs: () => number;
  readonly #lines: Record<Urgency, Line>;
  readonly #inside = new AsyncLocalStorage<true>();

  constructor({ bounds = shopBounds, delayMs = loopDelayMs }: GateOptions = {}) {
    this.#bounds = bounds;
    this.#delayMs = delayMs;
    const line = (): Line => ({ atWork: 0, waiting: new Set(), refused: 0 });
    this.#lines = { paying: line(), cart: line(), merchant: line(), browsing: line() };
  }

  /**
   * Does the work when its turn comes. What it asks of the shop itself belongs to it, and waits for no turn of its own.
   * @param isGone whether nobody waits for the answer any more
   * @throws Overloaded
   */
  async through<T>(urgency: Urgency, work: () => Promise<T>, isGone: () => boolean = gone): Promise<T> {
    if (this.isInside()) return work();
    const line = this.#lines[urgency];
    if (this.#mayBegin(urgency)) line.atWork++;
    else await this.#turn(urgency);
    try {
      if (isGone()) throw new Overloaded(urgency);
      return await this.#inside.run(true, work);
    } finally {
      line.atWork--;
      this.#callNext();
    }
  }

  /** Whether the work at hand has had its turn. */
  isInside(): boolean {
    return this.#inside.getStore() === true;
  }

  /** How many of each class are worked on, wait, and were refused so far. */
  tally(): { urgency: Urgency; atWork: number; waiting: number; refused: number }[] {
    return urgencies.map((urgency) => {
      const { atWork, waiting, refused } = this.#lines[urgency];
      return { urgency, atWork, waiting: waiting.size, refused };
    });
  }

  /** Whether there is room, and nobody is waiting who comes first. */
  #mayBegin(urgency: Urgency): boolean {
    if (this.#isBehind(urgency)) return false;
    for (const before of urgencies) {
      if (this.#lines[before].waiting.size > 0) return false;
      if (before === urgency) return this.#lines[urgency].atWork < this.#bounds[urgency].atWork;
    }
    return false;
  }

  #isBehind(urgency: Urgency): boolean {
    const { delayMs } = this.#bounds[urgency];
    return delayMs !== Number.POSITIVE_INFINITY && this.#delayMs() > delayMs;
  }

  #refuse(urgency: Urgency): void {
    this.#lines[urgency].refused++;
    refused.inc({ urgency });
  }

  #turn(urgency: Urgency): Promise<void> {
    const line = this.#lines[urgency];
    const { waiting, patienceMs } = this.#bounds[urgency];
    if (line.waiting.size >= waiting || this.#isBehind(urgency)) {
      this.#refuse(urgency);
      return Promise.reject(new Overloaded(urgency));
    }
    return new Promise((begin, refuse) => {
      const leave = (): void => {
        clearTimeout(timer);
        line.waiting.delete(waiter);
      };
      const waiter: Waiter = {
        begin: () => {
          leave();
          line.atWork++;
          begin();
        },
        giveUp: () => {
          leave();
          this.#refuse(urgency);
          refuse(new Overloaded(urgency));
        },
      };
      const timer = setTimeout(waiter.giveUp, patienceMs);
      line.waiting.add(waiter);
    });
  }

  /** The most urgent first: while one of them waits, nobody after them is called. */
  #callNext(): void {
    for (const urgency of urgencies) {
      const line = this.#lines[urgency];
      for (const waiter of line.waiting) {
        if (line.atWork >= this.#bounds[urgency].atWork) return;
        waiter.begin();
      }
    }
  }
}

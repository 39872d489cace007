import { AsyncLocalStorage } from "node:async_hooks";
import type { Priority } from "#contract/endpoint.ts";
import { eventLoopDelayMs } from "./event-loop-delay.ts";
import { requestsShed } from "#shop/kernel/observability/metrics.ts";

/** Priority classes of requests, highest first. */
const priorities = ["paying", "cart", "staff", "merchant", "browsing"] as const satisfies readonly Priority[];

export interface AdmissionLimits {
  /** how many run at once */
  maxConcurrent: number;
  /** how many may be queued; more are rejected at once */
  maxQueued: number;
  /** a request queued for longer is rejected: its browser has given up, or soon will */
  maxQueueTimeMs: number;
  /** while the event loop is delayed by more than this, new requests of the class are rejected; queued ones still start */
  maxEventLoopDelayMs: number;
}

/**
 * A task takes some ten milliseconds, so a queued one waits a second or two at most. Orders and payments are limited
 * too, to bound memory, but so generously that all other classes are rejected long before.
 */
export const defaultLimits: Readonly<Record<Priority, AdmissionLimits>> = {
  paying: { maxConcurrent: 64, maxQueued: 256, maxQueueTimeMs: 15_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  cart: { maxConcurrent: 48, maxQueued: 256, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  // few people, whose work the shoppers of the day depend on
  staff: { maxConcurrent: 16, maxQueued: 64, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: Number.POSITIVE_INFINITY },
  merchant: { maxConcurrent: 16, maxQueued: 64, maxQueueTimeMs: 10_000, maxEventLoopDelayMs: 2_000 },
  // rendering runs on this thread: more at once would only lengthen each turn of the event loop, during which nothing
  // is admitted
  browsing: { maxConcurrent: 8, maxQueued: 64, maxQueueTimeMs: 5_000, maxEventLoopDelayMs: 1_000 },
};

/** Rejected under overload: the client may retry. */
export class OverloadedError extends Error {
  readonly priority: Priority;
  constructor(priority: Priority) {
    super(`too many requests of priority ${priority} at once`);
    this.priority = priority;
  }
}

/** The client disconnected while its request was queued: nothing is run, and no response can be sent. */
export class ClientDisconnectedError extends Error {
  constructor() {
    super("the client disconnected while its request was queued");
  }
}

interface Waiter {
  start(): void;
  timeOut(): void;
}

interface PriorityClass {
  inFlight: number;
  queued: Set<Waiter>;
  rejected: number;
}

export interface AdmissionOptions {
  limits?: Readonly<Record<Priority, AdmissionLimits>>;
  /** current delay of the event loop, in ms */
  delayMs?: () => number;
}

const neverDisconnected = (): boolean => false;

/**
 * Limits concurrent expensive requests per priority class; a lower class waits while a higher one is queued. Cached
 * responses, files and health checks are not limited.
 */
export class AdmissionController {
  readonly #limits: Readonly<Record<Priority, AdmissionLimits>>;
  readonly #delayMs: () => number;
  readonly #classes: Record<Priority, PriorityClass>;
  readonly #admitted = new AsyncLocalStorage<true>();

  constructor({ limits = defaultLimits, delayMs = eventLoopDelayMs }: AdmissionOptions = {}) {
    this.#limits = limits;
    this.#delayMs = delayMs;
    const state = (): PriorityClass => ({ inFlight: 0, queued: new Set(), rejected: 0 });
    this.#classes = { paying: state(), cart: state(), staff: state(), merchant: state(), browsing: state() };
  }

  /**
   * Runs the task when a slot is free. Requests the task makes to this server itself are already admitted.
   * @param isDisconnected whether the client has disconnected
   * @throws OverloadedError if the queue is full, or the request was queued for longer than `maxQueueTimeMs`
   * @throws ClientDisconnectedError if the client disconnected before its task started
   */
  async run<T>(
    priority: Priority,
    task: () => Promise<T>,
    isDisconnected: () => boolean = neverDisconnected,
  ): Promise<T> {
    if (this.isAdmitted()) return task();
    const state = this.#classes[priority];
    if (this.#canStart(priority)) state.inFlight++;
    else await this.#waitForSlot(priority);
    try {
      if (isDisconnected()) throw new ClientDisconnectedError();
      return await this.#admitted.run(true, task);
    } finally {
      state.inFlight--;
      this.#startNext();
    }
  }

  /** Whether the current async context runs inside an admitted task. */
  isAdmitted(): boolean {
    return this.#admitted.getStore() === true;
  }

  /** Number of running, queued and rejected requests of each class. */
  stats(): { priority: Priority; inFlight: number; queued: number; rejected: number }[] {
    return priorities.map((priority) => {
      const { inFlight, queued, rejected } = this.#classes[priority];
      return { priority, inFlight, queued: queued.size, rejected };
    });
  }

  /** Whether a slot is free and no request of the same or a higher priority is queued. */
  #canStart(priority: Priority): boolean {
    if (this.#isEventLoopDelayed(priority)) return false;
    for (const each of priorities) {
      if (this.#classes[each].queued.size > 0) return false;
      if (each === priority) return this.#classes[priority].inFlight < this.#limits[priority].maxConcurrent;
    }
    return false;
  }

  #isEventLoopDelayed(priority: Priority): boolean {
    const { maxEventLoopDelayMs } = this.#limits[priority];
    return maxEventLoopDelayMs !== Number.POSITIVE_INFINITY && this.#delayMs() > maxEventLoopDelayMs;
  }

  #countRejection(priority: Priority): void {
    this.#classes[priority].rejected++;
    requestsShed.inc({ priority });
  }

  #waitForSlot(priority: Priority): Promise<void> {
    const state = this.#classes[priority];
    const { maxQueued, maxQueueTimeMs } = this.#limits[priority];
    if (state.queued.size >= maxQueued || this.#isEventLoopDelayed(priority)) {
      this.#countRejection(priority);
      return Promise.reject(new OverloadedError(priority));
    }
    return new Promise((resolve, reject) => {
      const dequeue = (): void => {
        clearTimeout(timer);
        state.queued.delete(waiter);
      };
      const waiter: Waiter = {
        start: () => {
          dequeue();
          state.inFlight++;
          resolve();
        },
        timeOut: () => {
          dequeue();
          this.#countRejection(priority);
          reject(new OverloadedError(priority));
        },
      };
      const timer = setTimeout(waiter.timeOut, maxQueueTimeMs);
      state.queued.add(waiter);
    });
  }

  /** Starts queued tasks, highest priority first; while one of them has to wait, no lower class is started. */
  #startNext(): void {
    for (const priority of priorities) {
      const state = this.#classes[priority];
      for (const waiter of state.queued) {
        if (state.inFlight >= this.#limits[priority].maxConcurrent) return;
        waiter.start();
      }
    }
  }
}

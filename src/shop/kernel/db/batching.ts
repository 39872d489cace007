import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

/** A batch older than this is assumed stuck, on a dead connection for instance: calls queued behind it start a new batch. */
export const batchTimeoutMs = 100;
/** Bounds the time that one call spends on the work of the others in its batch to some milliseconds. */
export const maxBatchSize = 32;
/** Returned in place of a result: this item may be slow, so it is retried in a batch of its own. */
export const RETRY_ALONE = Symbol("retry alone");

/** A function whose concurrent calls are processed in batches. */
export type BatchedFunction<Input, Result> = (input: Input) => Promise<Result>;

/**
 * Processes a batch.
 * @param alone true for a retry of one item, on which no other call waits
 * @returns one result for each input, in the same order; {@link RETRY_ALONE} is not allowed when `alone`
 */
type BatchHandler<Input, Result> = (
  inputs: readonly Input[],
  alone: boolean,
) => Promise<readonly (Result | typeof RETRY_ALONE)[]>;

interface PendingRequest<Input, Result> {
  input: Input;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** The request queue of one group of batched calls, and the workers that process it. */
class BatchQueue<Input, Result> {
  readonly #handler: BatchHandler<Input, Result>;
  readonly #maxSize: number;
  readonly #maxConcurrent: number;
  readonly #onIdle: () => void;
  readonly #queue: PendingRequest<Input, Result>[] = [];
  /** the running workers, each with the start time of its current batch */
  readonly #workers = new Set<{ sinceMs: number }>();
  #timerIsSet = false;

  /** @param onIdle called when the queue is empty and no batch is running */
  constructor(
    handler: BatchHandler<Input, Result>,
    { maxSize, maxConcurrent }: { maxSize: number; maxConcurrent: number },
    onIdle: () => void,
  ) {
    this.#handler = handler;
    this.#maxSize = maxSize;
    this.#maxConcurrent = maxConcurrent;
    this.#onIdle = onIdle;
  }

  add(request: PendingRequest<Input, Result>): void {
    this.#queue.push(request);
    this.#schedule();
  }

  /** Starts a worker, unless as many as allowed are running and not stuck. */
  #schedule(): void {
    if (this.#queue.length === 0) return;
    if (this.#timesLeft().length < this.#maxConcurrent) this.#startWorker();
    else this.#setTimer();
  }

  /** For each worker that is not stuck: milliseconds until it counts as stuck. */
  #timesLeft(): number[] {
    const now = performance.now();
    return [...this.#workers].map(({ sinceMs }) => sinceMs + batchTimeoutMs - now).filter((leftMs) => leftMs > 0);
  }

  /** Checks the queue again when the first of the running batches times out. */
  #setTimer(): void {
    if (this.#timerIsSet || this.#queue.length === 0) return;
    this.#timerIsSet = true;
    setTimeout(
      () => {
        this.#timerIsSet = false;
        this.#schedule();
      },
      Math.ceil(Math.min(batchTimeoutMs, ...this.#timesLeft())),
    ).unref();
  }

  #startWorker(): void {
    const worker = { sinceMs: performance.now() };
    this.#workers.add(worker);
    // in the next turn of the event loop: callers that one response has resumed make their calls in this turn
    setImmediate(() => void this.#drain(worker));
  }

  async #drain(worker: { sinceMs: number }): Promise<void> {
    while (this.#queue.length > 0) {
      worker.sinceMs = performance.now();
      const batch = this.#queue.splice(0, this.#maxSize);
      this.#setTimer(); // the calls that stay queued need the timer: this batch may get stuck too
      await this.#process(batch);
    }
    this.#workers.delete(worker);
    if (this.#workers.size === 0) this.#onIdle();
  }

  async #process(batch: readonly PendingRequest<Input, Result>[]): Promise<void> {
    try {
      const results = await this.#handler(
        batch.map(({ input }) => input),
        false,
      );
      if (results.length !== batch.length) throw new Error(`${batch.length} inputs, but ${results.length} results`);
      for (const [index, request] of batch.entries()) {
        const result = results[index] as Result | typeof RETRY_ALONE;
        if (result === RETRY_ALONE) void this.#retryAlone(request);
        else request.resolve(result);
      }
    } catch (error) {
      for (const request of batch)
        if (batch.length === 1 || isDatabaseUnavailable(error)) request.reject(error);
        else void this.#retryAlone(request);
    }
  }

  async #retryAlone({ input, resolve, reject }: PendingRequest<Input, Result>): Promise<void> {
    try {
      const results = await this.#handler([input], true);
      const [result] = results;
      if (results.length !== 1 || result === RETRY_ALONE) throw new Error("a retry alone returned no result");
      resolve(result as Result);
    } catch (error) {
      reject(error);
    }
  }
}

/**
 * Batches concurrent calls into one statement and one commit. A call that arrives while no batch runs starts one at once. A
 * call that arrives while a batch runs joins the next one, so it never gets a result older than itself; that one starts at the
 * latest when the running batches have timed out. The more concurrent calls, the less each of them costs. If a batch fails, its
 * items are retried one by one, so that one bad item fails alone; an unavailable database fails them all. Batches run outside
 * the callers' AsyncLocalStorage context (audit.ts, request-context.ts), which would otherwise be that of the first caller.
 * @param maxSize of one batch
 * @param maxConcurrent batches of one group at a time, without those that are stuck: with two, results of one are sent while the
 *   database runs the other
 * @param groupOf only inputs of the same group share a batch
 */
export function createBatcher<Input, Result>(
  handler: BatchHandler<Input, Result>,
  {
    maxSize = maxBatchSize,
    maxConcurrent = 1,
    groupOf = () => "",
  }: { maxSize?: number; maxConcurrent?: number; groupOf?: (input: Input) => string } = {},
): BatchedFunction<Input, Result> {
  const queues = new Map<string, BatchQueue<Input, Result>>();
  const inDetachedContext = AsyncLocalStorage.snapshot();
  const queueOf = (group: string): BatchQueue<Input, Result> => {
    const queue = queues.get(group) ?? new BatchQueue(handler, { maxSize, maxConcurrent }, () => queues.delete(group));
    queues.set(group, queue);
    return queue;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      const queue = queueOf(groupOf(input));
      inDetachedContext(() => queue.add({ input, resolve, reject }));
    });
}

/**
 * Concurrent calls with the same key share one load. Not single-flight: a call during a running load shares the next one, which
 * starts when the running one has ended, or after {@link batchTimeoutMs}.
 */
export const createSharedLoader = <Input, Result>(
  load: (input: Input) => Promise<Result>,
  keyOf: (input: Input) => string,
): BatchedFunction<Input, Result> =>
  createBatcher(
    async (inputs) => {
      const [first] = inputs;
      const result = await load(first as Input);
      return inputs.map(() => result);
    },
    { maxSize: Number.POSITIVE_INFINITY, groupOf: keyOf },
  );

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { batchTimeoutMs, createBatcher, maxBatchSize, RETRY_ALONE, createSharedLoader } from "./batching.ts";
import { DatabaseUnavailableError } from "./database-unavailable.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

type Results = (number | typeof RETRY_ALONE)[];

interface StartedBatch {
  inputs: readonly number[];
  alone: boolean;
  resolve(results: Results): void;
  reject(error: Error): void;
}

/** A handler whose batches the test ends by hand. */
function manualHandler() {
  const started: StartedBatch[] = [];
  const handler = (inputs: readonly number[], alone: boolean) =>
    new Promise<Results>((resolve, reject) => {
      started.push({ inputs, alone, resolve, reject });
    });
  /** waits for the start of the batch with this index */
  const batchAt = async (index: number) => {
    await expect.poll(() => started.length).toBeGreaterThan(index);
    const batch = started[index];
    if (!batch) throw new Error("this batch has not started");
    return batch;
  };
  return { handler, started, batchAt };
}
/** A batcher that runs up to two batches at a time. */
function twoConcurrent() {
  const { handler, ...rest } = manualHandler();
  return { call: createBatcher(handler, { maxConcurrent: 2 }), ...rest };
}
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe("a batcher that runs two batches at a time", () => {
  test("batches concurrent calls, queues later ones for the next batch, and gives each call its own result", async () => {
    const { call, batchAt } = twoConcurrent();
    const first = [1, 2, 3].map(call);
    const one = await batchAt(0);
    expect(one.inputs).toEqual([1, 2, 3]);
    const second = [call(4)];
    const two = await batchAt(1);
    expect(two.inputs).toEqual([4]);
    const third = numbers(5, 5 + maxBatchSize).map(call);
    one.resolve([10, 20, 30]);
    expect(await Promise.all(first)).toEqual([10, 20, 30]);
    expect((await batchAt(2)).inputs).toEqual(numbers(5, 4 + maxBatchSize));
    two.resolve([40]);
    expect(await Promise.all(second)).toEqual([40]);
    const last = await batchAt(3);
    expect(last.inputs).toEqual([5 + maxBatchSize]);
    last.resolve([50]);
    expect(await third.at(-1)).toBe(50);
  });

  test("retries the items of a failed batch one by one, so that only the bad item fails", async () => {
    const { call, batchAt } = twoConcurrent();
    const results = Promise.allSettled([1, 2].map(call));
    (await batchAt(0)).reject(new Error("one of them"));
    expect(await batchAt(1)).toMatchObject({ inputs: [1], alone: true });
    (await batchAt(1)).resolve([10]);
    (await batchAt(2)).reject(new Error("the second"));
    expect(await results).toMatchObject([{ value: 10 }, { reason: { message: "the second" } }]);
  });

  test("fails the whole batch without a retry when the database is unavailable", async () => {
    const { call, batchAt } = twoConcurrent();
    const results = Promise.allSettled([1, 2].map(call));
    (await batchAt(0)).reject(new DatabaseUnavailableError("gone"));
    expect(await results).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    const next = call(3);
    expect((await batchAt(1)).inputs).toEqual([3]);
    (await batchAt(1)).resolve([30]);
    expect(await next).toBe(30);
  });

  test("starts new batches while a slow item is retried alone", async () => {
    const { call, batchAt } = twoConcurrent();
    const [slow, quick] = [call(1), call(2)];
    (await batchAt(0)).resolve([RETRY_ALONE, 20]);
    expect(await quick).toBe(20);
    const alone = await batchAt(1);
    expect(alone).toMatchObject({ inputs: [1], alone: true });
    const next = call(3);
    (await batchAt(2)).resolve([30]);
    expect(await next).toBe(30);
    alone.resolve([10]);
    expect(await slow).toBe(10);
  });

  test("starts a new batch when the running ones have timed out", async () => {
    const { call, batchAt } = twoConcurrent();
    const stuck = [call(1)];
    const one = await batchAt(0);
    stuck.push(call(2));
    const two = await batchAt(1);
    const queued = call(3);
    vi.advanceTimersByTime(batchTimeoutMs);
    const three = await batchAt(2);
    expect(three.inputs).toEqual([3]);
    three.resolve([30]);
    expect(await queued).toBe(30);
    one.resolve([10]);
    two.resolve([20]);
    expect(await Promise.all(stuck)).toEqual([10, 20]);
  });

  test("starts one batch after the other while each of them times out", async () => {
    const { call, started, batchAt } = twoConcurrent();
    const stuck = [call(1)];
    await batchAt(0);
    stuck.push(call(2));
    await batchAt(1);
    const many = numbers(3, 4 + maxBatchSize).map(call);
    vi.advanceTimersByTime(batchTimeoutMs);
    expect((await batchAt(2)).inputs).toEqual(numbers(3, 2 + maxBatchSize));
    vi.advanceTimersByTime(batchTimeoutMs);
    expect((await batchAt(3)).inputs).toEqual([3 + maxBatchSize, 4 + maxBatchSize]);
    for (const { inputs, resolve } of started) resolve(inputs.map((one) => one * 10));
    expect(await Promise.all([...stuck, ...many])).toEqual(numbers(1, 4 + maxBatchSize).map((one) => one * 10));
  });
});

describe("a batcher that runs one batch of a group at a time", () => {
  test("batches by group, and never returns the result of a batch that started before the call", async () => {
    const { handler, batchAt } = manualHandler();
    const call = createBatcher(handler, { groupOf: (input: number) => (input < 100 ? "small" : "large") });
    const [first, other] = [call(1), call(100)];
    const [one, large] = [await batchAt(0), await batchAt(1)];
    expect([one.inputs, large.inputs]).toEqual([[1], [100]]);
    const queued = [call(2), call(3)];
    one.resolve([10]);
    expect(await first).toBe(10);
    const next = await batchAt(2);
    expect(next.inputs).toEqual([2, 3]);
    next.resolve([20, 30]);
    large.resolve([1000]);
    expect(await Promise.all([...queued, other])).toEqual([20, 30, 1000]);
    // the queue of an idle group has been removed: the next call starts at once
    const last = call(4);
    (await batchAt(3)).resolve([40]);
    expect(await last).toBe(40);
  });

  test("measures the timeout from the start of the running batch, not from the start of its worker", async () => {
    const { handler, started } = manualHandler();
    const call = createBatcher(handler);
    /** lets scheduled batches start; a poll would advance the clock */
    const settle = () => new Promise((done) => setImmediate(done));
    const first = call(1);
    await settle();
    const second = call(2);
    vi.advanceTimersByTime(60);
    started[0]?.resolve([10]);
    expect(await first).toBe(10);
    await settle(); // the second batch started at 60, while the timer was set for 100
    const third = call(3);
    vi.advanceTimersByTime(batchTimeoutMs - 1);
    await settle();
    expect(started.map(({ inputs }) => inputs)).toEqual([[1], [2]]);
    vi.advanceTimersByTime(1);
    await settle();
    expect(started.map(({ inputs }) => inputs)).toEqual([[1], [2], [3]]);
    started[1]?.resolve([20]);
    started[2]?.resolve([30]);
    expect(await Promise.all([second, third])).toEqual([20, 30]);
  });

  test("createSharedLoader loads once for concurrent calls with the same key", async () => {
    const { handler, batchAt } = manualHandler();
    const call = createSharedLoader(
      async (input: number) => (await handler([input], false))[0],
      (input) => String(input),
    );
    const same = numbers(0, maxBatchSize).map(() => call(1));
    (await batchAt(0)).resolve([10]);
    expect(new Set(await Promise.all(same))).toEqual(new Set([10]));
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DatabaseUnavailableError } from "./database-unavailable.ts";
import { RETRY_ALONE, maxBatchSize, singleFlight, batchTimeoutMs, createBatcher } from "./batching.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

type Answers = (number | typeof RETRY_ALONE)[];

/** A work that is done when the test says so, and what it was asked each time. */
function heldWork() {
  const begun: { asked: readonly number[]; alone: boolean; done(answers: Answers): void; fails(error: Error): void }[] =
    [];
  const work = (asked: readonly number[], alone: boolean) =>
    new Promise<Answers>((done, fails) => {
      begun.push({ asked, alone, done, fails });
    });
  /** waits until so many works have begun */
  const nth = async (place: number) => {
    await expect.poll(() => begun.length).toBeGreaterThan(place);
    const work = begun[place];
    if (!work) throw new Error("it has not begun");
    return work;
  };
  return { work, begun, nth };
}
/** Such as two of it may be under way. */
function twoAtOnce() {
  const { work, ...rest } = heldWork();
  return { ask: createBatcher(work, { inFlight: 2 }), ...rest };
}
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe("what is done together", () => {
  test("goes together, and who asks meanwhile goes with the next, each with an answer of their own", async () => {
    const { ask, nth } = twoAtOnce();
    const first = [1, 2, 3].map(ask);
    const one = await nth(0);
    expect(one.asked).toEqual([1, 2, 3]);
    const second = [ask(4)];
    const two = await nth(1);
    expect(two.asked).toEqual([4]);
    const third = numbers(5, 5 + maxBatchSize).map(ask);
    one.done([10, 20, 30]);
    expect(await Promise.all(first)).toEqual([10, 20, 30]);
    expect((await nth(2)).asked).toEqual(numbers(5, 4 + maxBatchSize));
    two.done([40]);
    expect(await Promise.all(second)).toEqual([40]);
    const last = await nth(3);
    expect(last.asked).toEqual([5 + maxBatchSize]);
    last.done([50]);
    expect(await third.at(-1)).toBe(50);
  });

  test("is done one by one where it fails, so that one's failure is nobody else's", async () => {
    const { ask, nth } = twoAtOnce();
    const answers = Promise.allSettled([1, 2].map(ask));
    (await nth(0)).fails(new Error("one of them"));
    expect(await nth(1)).toMatchObject({ asked: [1], alone: true });
    (await nth(1)).done([10]);
    (await nth(2)).fails(new Error("the second"));
    expect(await answers).toMatchObject([{ value: 10 }, { reason: { message: "the second" } }]);
  });

  test("fails for all where the database is away: nothing is asked of it again", async () => {
    const { ask, nth } = twoAtOnce();
    const answers = Promise.allSettled([1, 2].map(ask));
    (await nth(0)).fails(new DatabaseUnavailableError("gone"));
    expect(await answers).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    const next = ask(3);
    expect((await nth(1)).asked).toEqual([3]);
    (await nth(1)).done([30]);
    expect(await next).toBe(30);
  });

  test("waits for nobody who is done alone because that may take its time", async () => {
    const { ask, nth } = twoAtOnce();
    const [slow, quick] = [ask(1), ask(2)];
    (await nth(0)).done([RETRY_ALONE, 20]);
    expect(await quick).toBe(20);
    const alone = await nth(1);
    expect(alone).toMatchObject({ asked: [1], alone: true });
    const next = ask(3);
    (await nth(2)).done([30]);
    expect(await next).toBe(30);
    alone.done([10]);
    expect(await slow).toBe(10);
  });

  test("is not kept behind works that do not come back", async () => {
    const { ask, nth } = twoAtOnce();
    const stuck = [ask(1)];
    const one = await nth(0);
    stuck.push(ask(2));
    const two = await nth(1);
    const waits = ask(3);
    vi.advanceTimersByTime(batchTimeoutMs);
    const three = await nth(2);
    expect(three.asked).toEqual([3]);
    three.done([30]);
    expect(await waits).toBe(30);
    one.done([10]);
    two.done([20]);
    expect(await Promise.all(stuck)).toEqual([10, 20]);
  });

  test("is taken by one work after the other where none of them comes back", async () => {
    const { ask, begun, nth } = twoAtOnce();
    const stuck = [ask(1)];
    await nth(0);
    stuck.push(ask(2));
    await nth(1);
    const many = numbers(3, 4 + maxBatchSize).map(ask);
    vi.advanceTimersByTime(batchTimeoutMs);
    expect((await nth(2)).asked).toEqual(numbers(3, 2 + maxBatchSize));
    vi.advanceTimersByTime(batchTimeoutMs);
    expect((await nth(3)).asked).toEqual([3 + maxBatchSize, 4 + maxBatchSize]);
    for (const { asked, done } of begun) done(asked.map((one) => one * 10));
    expect(await Promise.all([...stuck, ...many])).toEqual(numbers(1, 4 + maxBatchSize).map((one) => one * 10));
  });
});

describe("what is read together", () => {
  test("is of one kind, and nobody is answered by what began before they asked", async () => {
    const { work, nth } = heldWork();
    const ask = createBatcher(work, { kindOf: (asked: number) => (asked < 100 ? "small" : "large") });
    const [first, other] = [ask(1), ask(100)];
    const [one, large] = [await nth(0), await nth(1)];
    expect([one.asked, large.asked]).toEqual([[1], [100]]);
    const waiting = [ask(2), ask(3)];
    one.done([10]);
    expect(await first).toBe(10);
    const next = await nth(2);
    expect(next.asked).toEqual([2, 3]);
    next.done([20, 30]);
    large.done([1000]);
    expect(await Promise.all([...waiting, other])).toEqual([20, 30, 1000]);
    // nothing is left of a kind that nobody asks for: it begins at once again
    const last = ask(4);
    (await nth(3)).done([40]);
    expect(await last).toBe(40);
  });

  test("waits no longer than what is under way has left, whenever that began", async () => {
    const { work, begun } = heldWork();
    const ask = createBatcher(work);
    /** lets what has been set going begin; a poll would move the clock */
    const settled = () => new Promise((done) => setImmediate(done));
    const first = ask(1);
    await settled();
    const second = ask(2);
    vi.advanceTimersByTime(60);
    begun[0]?.done([10]);
    expect(await first).toBe(10);
    await settled(); // the second began at 60, while the look for it was set for 100
    const third = ask(3);
    vi.advanceTimersByTime(batchTimeoutMs - 1);
    await settled();
    expect(begun.map(({ asked }) => asked)).toEqual([[1], [2]]);
    vi.advanceTimersByTime(1);
    await settled();
    expect(begun.map(({ asked }) => asked)).toEqual([[1], [2], [3]]);
    begun[1]?.done([20]);
    begun[2]?.done([30]);
    expect(await Promise.all([second, third])).toEqual([20, 30]);
  });

  test("is asked once for all who ask the very same", async () => {
    const { work, nth } = heldWork();
    const ask = singleFlight(
      async (asked: number) => (await work([asked], false))[0],
      (asked) => String(asked),
    );
    const same = numbers(0, maxBatchSize).map(() => ask(1));
    (await nth(0)).done([10]);
    expect(new Set(await Promise.all(same))).toEqual(new Set([10]));
  });
});

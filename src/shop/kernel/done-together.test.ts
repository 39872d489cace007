import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DatabaseAway } from "./database-away.ts";
import { doneTogether, mostTogether } from "./done-together.ts";
import { patienceMs } from "./together.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

type Answers = (number | undefined)[];

/** A work that is done when the test says so, and what it was asked each time. */
function heldWork() {
  const begun: { asked: readonly number[]; alone: boolean; done(answers: Answers): void; fails(error: Error): void }[] =
    [];
  const ask = doneTogether(
    (asked: readonly number[], alone: boolean) =>
      new Promise<Answers>((done, fails) => {
        begun.push({ asked, alone, done, fails });
      }),
  );
  /** waits until so many works have begun */
  const nth = async (place: number) => {
    await expect.poll(() => begun.length).toBeGreaterThan(place);
    const work = begun[place];
    if (!work) throw new Error("it has not begun");
    return work;
  };
  return { ask, nth };
}
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe("what is done together", () => {
  test("goes together, and who asks meanwhile goes with the next, each with an answer of their own", async () => {
    const { ask, nth } = heldWork();
    const first = [1, 2, 3].map(ask);
    const one = await nth(0);
    expect(one.asked).toEqual([1, 2, 3]);
    const second = [ask(4)];
    const two = await nth(1);
    expect(two.asked).toEqual([4]);
    const third = numbers(5, 5 + mostTogether).map(ask);
    one.done([10, 20, 30]);
    expect(await Promise.all(first)).toEqual([10, 20, 30]);
    expect((await nth(2)).asked).toEqual(numbers(5, 4 + mostTogether));
    two.done([40]);
    expect(await Promise.all(second)).toEqual([40]);
    const last = await nth(3);
    expect(last.asked).toEqual([5 + mostTogether]);
    last.done([50]);
    expect(await third.at(-1)).toBe(50);
  });

  test("is done one by one where it fails, so that one's failure is nobody else's", async () => {
    const { ask, nth } = heldWork();
    const answers = Promise.allSettled([1, 2].map(ask));
    (await nth(0)).fails(new Error("one of them"));
    expect(await nth(1)).toMatchObject({ asked: [1], alone: true });
    (await nth(1)).done([10]);
    (await nth(2)).fails(new Error("the second"));
    expect(await answers).toMatchObject([{ value: 10 }, { reason: { message: "the second" } }]);
  });

  test("fails for all where the database is away: nothing is asked of it again", async () => {
    const { ask, nth } = heldWork();
    const answers = Promise.allSettled([1, 2].map(ask));
    (await nth(0)).fails(new DatabaseAway("gone"));
    expect(await answers).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    const next = ask(3);
    expect((await nth(1)).asked).toEqual([3]);
    (await nth(1)).done([30]);
    expect(await next).toBe(30);
  });

  test("waits for nobody who is done alone because that may take its time", async () => {
    const { ask, nth } = heldWork();
    const [slow, quick] = [ask(1), ask(2)];
    (await nth(0)).done([undefined, 20]);
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
    const { ask, nth } = heldWork();
    const stuck = [ask(1)];
    const one = await nth(0);
    stuck.push(ask(2));
    const two = await nth(1);
    const waits = ask(3);
    vi.advanceTimersByTime(patienceMs);
    const three = await nth(2);
    expect(three.asked).toEqual([3]);
    three.done([30]);
    expect(await waits).toBe(30);
    one.done([10]);
    two.done([20]);
    expect(await Promise.all(stuck)).toEqual([10, 20]);
  });
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseAway } from "./database-away.ts";
import { onceForAll, patienceMs, Together } from "./together.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A database that answers when it is let: what was asked of it, statement by statement. */
function slowly(refuses: (asked: readonly string[]) => Error | null = () => null) {
  const statements: string[][] = [];
  const answers: (() => void)[] = [];
  const ask = (asked: readonly string[]): Promise<string[]> => {
    statements.push([...asked]);
    return new Promise((resolve, reject) => {
      answers.push(() => {
        const error = refuses(asked);
        if (error) reject(error);
        else resolve(asked.map((one) => `${one}!`));
      });
    });
  };
  return { statements, ask, answer: () => answers.shift()?.() };
}

test("the first is asked for at once, and who comes meanwhile together: never by a statement that began before", async () => {
  const { statements, ask, answer } = slowly();
  const together = new Together(ask, (asked: string) => asked.slice(0, 1));
  const [first, second, third, other] = ["a1", "a2", "a3", "b1"].map((one) => together.of(one));
  expect(statements).toEqual([["a1"], ["b1"]]);
  answer();
  expect(await first).toBe("a1!");
  expect(statements).toEqual([["a1"], ["b1"], ["a2", "a3"]]);
  const fourth = together.of("a4");
  answer();
  answer();
  expect(await Promise.all([second, third, other])).toEqual(["a2!", "a3!", "b1!"]);
  answer();
  expect(await fourth).toBe("a4!");
  void together.of("a5");
  expect(statements.slice(3)).toEqual([["a4"], ["a5"]]);
});

test("one whose question is refused takes nobody along, a database that is away all of them", async () => {
  let away: Error | null = null;
  const refuses = (asked: readonly string[]) => away ?? (asked.includes("bad") ? new Error("refused") : null);
  const { statements, ask, answer } = slowly(refuses);
  const together = new Together(ask);
  const asked = ["a", "bad", "c"].map((one) => together.of(one).catch((error: Error) => error.message));
  answer();
  await asked[0];
  answer(); // both others
  await expect.poll(() => statements.length).toBe(4);
  answer();
  answer();
  expect(await Promise.all(asked)).toEqual(["a!", "refused", "c!"]);
  away = new DatabaseAway("away");
  const lost = ["d", "e", "f"].map((one) => together.of(one).catch((error: Error) => error.message));
  answer();
  await lost[0];
  answer();
  expect(await Promise.all(lost)).toEqual(["away", "away", "away"]);
});

test("the very same question is asked once for all who wait", async () => {
  const { statements, ask, answer } = slowly();
  const finder = onceForAll(
    async (asked: string) => (await ask([asked]))[0],
    (asked) => asked,
  );
  const found = [1, 2, 3].map(() => finder.of("same"));
  answer();
  await found[0];
  answer();
  expect(await Promise.all(found)).toEqual(["same!", "same!", "same!"]);
  expect(statements).toEqual([["same"], ["same"]]);
});

test("behind a statement that does not come back nobody waits, whether anybody else comes or not", async () => {
  const { statements, ask, answer } = slowly();
  const together = new Together(ask);
  const stuck = together.of("stuck");
  const waited = ["a", "b"].map((one) => together.of(one));
  vi.advanceTimersByTime(patienceMs - 1);
  expect(statements).toEqual([["stuck"]]);
  vi.advanceTimersByTime(1);
  expect(statements).toEqual([["stuck"], ["a", "b"]]);
  const next = together.of("c");
  answer(); // the first comes back all the same, and begins nothing
  expect(await stuck).toBe("stuck!");
  expect(statements.length).toBe(2);
  answer();
  expect(await Promise.all(waited)).toEqual(["a!", "b!"]);
  answer();
  expect(await next).toBe("c!");
  expect(statements.slice(2)).toEqual([["c"]]);
});
